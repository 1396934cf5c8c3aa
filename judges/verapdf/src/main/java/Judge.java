import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.results.ValidationResult;
import org.verapdf.pdfa.validation.profiles.RuleId;

/**
 * Validates the files named on standard input, one path per line, against PDF/UA-1 and PDF/A-2a. Prints one line per file and
 * profile in the order of the input: profile, verdict, path, and after that one line per broken rule with its first objects.
 * One process for all files, because starting Java costs more than validating a file.
 */
public final class Judge {
  private static final List<PDFAFlavour> PROFILES = List.of(PDFAFlavour.PDFUA_1, PDFAFlavour.PDFA_2_A);
  private static final int SHOWN_PER_RULE = 3;

  private Judge() {}

  public static void main(String[] arguments) throws IOException, InterruptedException, ExecutionException {
    Logger.getLogger("").setLevel(Level.OFF);
    VeraGreenfieldFoundryProvider.initialise();
    List<Future<String>> verdicts = new ArrayList<>();
    ExecutorService workers = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    try (BufferedReader names =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String name = names.readLine(); name != null; name = names.readLine()) {
        String path = name;
        verdicts.add(workers.submit(() -> judge(path)));
      }
    }
    for (Future<String> verdict : verdicts) System.out.print(verdict.get());
    workers.shutdown();
  }

  private static String judge(String path) {
    StringBuilder lines = new StringBuilder();
    // The file is parsed once for all profiles.
    try (PDFAParser parser = Foundries.defaultInstance().createParser(new File(path), PROFILES.get(0));
        PDFAValidator validator =
            Foundries.defaultInstance().createValidator(PROFILES, SHOWN_PER_RULE, false, true, false)) {
      parser.setFlavours(PROFILES);
      for (ValidationResult result : validator.validateAll(parser)) {
        lines.append(line(result.getPDFAFlavour(), result.isCompliant() ? "pass" : "fail", path));
        for (TestAssertion fault : result.getTestAssertions()) {
          if (fault.getStatus() == TestAssertion.Status.FAILED)
            lines.append(line("", ruleOf(fault), fault.getLocation().getContext()));
        }
      }
    } catch (Exception error) {
      // A file that cannot be read is a failure of that file, not of the run.
      return PROFILES.stream()
          .map(
              profile ->
                  line(profile, "fail", path)
                      + line("", "cannot be read", String.valueOf(error.getMessage())))
          .collect(Collectors.joining());
    }
    return lines.toString();
  }

  private static String ruleOf(TestAssertion fault) {
    RuleId rule = fault.getRuleId();
    String message = fault.getErrorMessage() == null ? fault.getMessage() : fault.getErrorMessage();
    return rule.getClause() + "-" + rule.getTestNumber() + " " + message;
  }

  private static String line(Object first, String second, String third) {
    return first + "\t" + second.replaceAll("\\s+", " ") + "\t" + third.replaceAll("\\s+", " ") + "\n";
  }
}

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;

/** Reads lines of Base64 words: a pattern and strings. Writes a line of 0 and 1 for each. */
class Patterns {
  public static void main(String[] args) throws Exception {
    var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      var words = line.split(" ");
      var pattern = Pattern.compile(decoded(words[0]));
      var verdicts = new StringBuilder();
      for (int at = 1; at < words.length; at++)
        verdicts.append(pattern.matcher(decoded(words[at])).matches() ? '1' : '0');
      System.out.println(verdicts);
    }
  }

  static String decoded(String word) {
    return new String(Base64.getDecoder().decode(word.substring(1)), StandardCharsets.UTF_8);
  }
}

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { defined } from "@withholding-forms/interview";
import { eventually } from "@withholding-forms/testing/eventually";
import { alabama, fillAlabama } from "@withholding-forms/testing/people/samples";
import {
  childrenOf,
  type Folders,
  filesBelow,
  type Running,
  startService,
} from "@withholding-forms/testing/security/process";
import { main } from "@withholding-forms/testing/service/command";
import { expect, test } from "vitest";

// The service with the fewest privileges: no root, no capability, no outgoing network, and no file that it can write
// outside of DATA_DIR, not even a temporary one.

const apiKey = "a-key-for-the-closed-box-1";

/** Another program in the same sandbox, which has a separate network. */
function within(running: Running, command: readonly string[], input?: string): string {
  const [inner = 0] = inside(running);
  const enter = ["--target", String(inner), "--user", "--net", "--preserve-credentials", "--"];
  return execFileSync("nsenter", [...enter, ...command], {
    ...defined({ input }),
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
}

/** The processes of the service itself: those that run Node. */
function inside({ child }: Running): number[] {
  const below = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(below)];
  return below(child.pid ?? 0).filter(
    (pid) => realpathSync(`/proc/${pid}/exe`) === realpathSync(process.execPath),
  );
}

function box(command: readonly string[], { dataDir }: Folders): string[] {
  return [
    "bwrap",
    ...["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"],
    ...["--bind", dataDir, dataDir],
    ...[
      "--unshare-user",
      "--uid",
      "1000",
      "--gid",
      "1000",
      "--unshare-net",
      "--unshare-ipc",
      "--cap-drop",
      "ALL",
    ],
    "--die-with-parent",
    "--",
    ...command,
  ];
}

/** curl runs in the sandbox, too, because nothing outside can reach the service. */
function curl(running: Running, path: string, ...args: string[]): { status: number; body: string } {
  const url = `http://127.0.0.1:${running.port}${path}`;
  const output = within(running, ["curl", "-sS", "-m", "30", "-w", "\n%{http_code}", ...args, url]);
  const at = output.lastIndexOf("\n");
  return { status: Number(output.slice(at + 1)), body: output.slice(0, at) };
}

test.each([1, 2])(
  "with %i processes it serves everything from a read-only disk, without root and without a network",
  async (workers) => {
    const running = await startService({
      workers,
      within: box,
      env: { API_KEY: apiKey, NODE_ENV: "production" },
    });
    // The first worker serves before the primary process starts the second.
    const count = workers === 1 ? 1 : workers + 1;
    await eventually(() => inside(running).length === count, { what: `${count} processes` });
    for (const pid of inside(running)) {
      const status = readFileSync(`/proc/${pid}/status`, "utf8");
      expect(status).toMatch(/^CapEff:\s+0+$/m);
      expect(status).toMatch(/^CapPrm:\s+0+$/m);
      expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
    }
    expect(within(running, ["cat", "/proc/net/dev"]).match(/^ *[a-z0-9]+:/gm)).toEqual([
      expect.stringMatching(/lo:/),
    ]);

    const login = curl(running, "/authentication/login", "-H", `api-key: ${apiKey}`);
    expect(login.status).toBe(200);
    const token = `authorization: Bearer ${(JSON.parse(login.body) as { accessToken: string }).accessToken}`;
    const post = (path: string, body: object) =>
      curl(running, path, "-H", token, "-H", "content-type: application/json", "-d", JSON.stringify(body));
    for (const signForm of ["PREVIEW", "SIGN", "SIGN_EXTERNALLY"]) {
      const filled = post("/v1/fillPdf", { ...fillAlabama, signForm });
      expect([signForm, filled.status]).toEqual([signForm, 200]);
      const { pdf } = JSON.parse(filled.body) as { pdf: string };
      expect(Buffer.from(pdf, "base64").subarray(0, 5).toString()).toBe("%PDF-");
    }
    // The embedded provider sends no requests.
    const forms = post("/v1/forms", alabama);
    expect(forms.status).toBe(200);
    expect(JSON.parse(forms.body)).toMatchObject({ locationData: [{ verified: true }, { verified: true }] });
    expect(post("/v1/guided-flows", alabama).status).toBe(200);
    for (const path of [
      "/v1/getAllFormIds",
      "/v1/getAllFormsCatalog",
      "/v1/formQuestionSet/AL101/QS1",
      "/v1/flowQuestionSet/FEDERAL/QS1",
      "/v1/fillPdf/AL101",
      "/v1/docs/config",
      "/docs/static/style.css",
      "/healthz",
      "/readyz",
      "/metrics",
    ])
      expect([path, curl(running, path, "-H", token).status]).toEqual([path, 200]);
    // The first image starts its own thread, which loads fonts and draws. On a busy machine the service asks the caller
    // to retry.
    await eventually(() => curl(running, "/images/AL101/2025.4.0/1.png", "-o", "/dev/null").status === 200, {
      what: "the first image",
    });

    const audit = filesBelow(running.dataDir).find((path) => path.endsWith("audit.jsonl")) ?? "";
    expect(readFileSync(audit, "utf8").trimEnd().split("\n")).toHaveLength(1);
    for (const path of filesBelow(running.dataDir))
      expect([path, statSync(path).mode & 0o077]).toEqual([path, 0]);
    expect(filesBelow(running.folder).filter((path) => !path.startsWith(running.dataDir))).toEqual([]);
    expect(running.output()).not.toMatch(/EROFS|EACCES|EPERM|"level":[56]0/);

    for (const pid of inside(running).slice(0, 1)) process.kill(pid, "SIGTERM");
    expect((await running.ended).code).toBe(0);
  },
);

test("the sandbox works: no program in it can do what the service may not do", () => {
  const dataDir = dirname(main);
  const attempt = (script: string) => {
    const command = box(["sh", "-c", `${script} 2>/dev/null && echo done || echo refused`], {
      folder: "/tmp",
      dataDir: "/dev/shm",
      cwd: "/tmp",
      temp: "/tmp",
    }).filter((part) => part !== "--die-with-parent");
    return execFileSync(command[0] ?? "", command.slice(1), { encoding: "utf8" }).trim();
  };
  expect(attempt("id -u | grep -qx 1000")).toBe("done");
  expect(attempt("touch /tmp/x")).toBe("refused");
  expect(attempt(`touch ${dataDir}/x`)).toBe("refused");
  expect(attempt("mount -t tmpfs x /mnt")).toBe("refused");
  expect(attempt("curl -sS -m 3 http://192.0.2.1/")).toBe("refused");
  expect(existsSync(`${dataDir}/x`)).toBe(false);
});

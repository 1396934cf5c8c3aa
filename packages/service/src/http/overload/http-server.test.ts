import { answersIn, listen, sendRaw } from "@withholding-forms/testing/security/raw";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";

test("the time limits are those in the documentation", async () => {
  const { app } = await startTestServer();
  expect(app.server).toMatchObject({
    headersTimeout: 10_000,
    requestTimeout: 15_000,
    timeout: 20_000,
    keepAliveTimeout: 65_000,
  });
});

test.each(["GET /healthz", "POST /v1/fillPdf", "GET /nowhere"])(
  "closes the connection of %s when the response did not wait for a chunked body",
  async (line) => {
    const { app } = await startTestServer();
    const port = await listen(app);
    const head = `${line} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n`;
    // Without the last chunk, the body has no end. If the connection stayed open, a 408 would follow.
    const answers = answersIn(await sendRaw(port, `${head}1\r\na\r\n`));
    expect(answers).toHaveLength(1);
    expect([200, 401, 404]).toContain(answers[0]?.status);
  },
);

import { expect, test, vi } from "vitest";
import { StoreError } from "../../store/store.js";
import { auditFailureLog } from "./log-audit-failures.js";

test("logs one line per ten seconds, with the number of failures since the last one", () => {
  let now = 0;
  const error = vi.fn();
  const failed = auditFailureLog({ error }, () => now);
  const cause = new StoreError("UNREACHABLE", "PostgreSQL cannot be reached.");
  for (const time of [0, 1, 9999, 10_000, 19_999, 20_000]) {
    now = time;
    failed(cause);
  }
  const reason = "PostgreSQL cannot be reached.";
  expect(error.mock.calls).toEqual([
    [{ reason, failures: 1 }, "audit log unavailable"],
    [{ reason, failures: 3 }, "audit log unavailable"],
    [{ reason, failures: 2 }, "audit log unavailable"],
  ]);
});

test.each([
  [Object.assign(new Error("ENOSPC: no space left, write 'Jane Doe'"), { code: "ENOSPC" }), "ENOSPC"],
  [new TypeError("Jane Doe is not iterable"), "TypeError"],
  ["Jane Doe", "unknown"],
])("logs only the code of an error that can quote a request", (cause, reason) => {
  const error = vi.fn();
  auditFailureLog({ error })(cause);
  expect(error).toHaveBeenCalledWith({ reason, failures: 1 }, "audit log unavailable");
});

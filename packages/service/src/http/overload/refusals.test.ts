import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, expect, test, vi } from "vitest";
import { createRefusals } from "./refusals.js";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test.each([
  ["first", 0, 500],
  ["first", 1, 1000],
  ["second", 0, 1000],
  ["second", 1, 2000],
])(
  "a stranger's %s refusal on a connection is held back: with the random number %d, for %d ms",
  (which, random, heldMs) => {
    vi.useFakeTimers();
    vi.spyOn(Math, "random").mockReturnValue(random);
    const refusals = createRefusals({
      headers: {},
      publicUrl: () => "https://forms.example.com",
      stopping: () => false,
    });
    const request = { headers: {}, socket: {} } as IncomingMessage;
    const refuse = () => {
      const response = { writeHead: vi.fn(), end: vi.fn() };
      refusals.refuse(request, response as unknown as ServerResponse, false);
      return response;
    };
    if (which === "second") {
      refuse();
      vi.advanceTimersByTime(1000);
    }
    const response = refuse();
    vi.advanceTimersByTime(heldMs - 1);
    expect(response.writeHead).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(response.writeHead).toHaveBeenCalledWith(503, expect.anything());
  },
);

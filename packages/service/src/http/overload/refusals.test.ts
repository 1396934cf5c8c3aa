import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, expect, test, vi } from "vitest";
import { createRefusals } from "./refusals.js";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test.each([
  [0, 500],
  [1, 1000],
])(
  "a stranger's first refusal is held back for up to a second: with the random number %d, for %d ms",
  (random, heldMs) => {
    vi.useFakeTimers();
    vi.spyOn(Math, "random").mockReturnValue(random);
    const refusals = createRefusals({
      headers: {},
      publicUrl: () => "https://forms.example.com",
      stopping: () => false,
    });
    const request = { headers: {}, socket: {} } as IncomingMessage;
    const response = { writeHead: vi.fn(), end: vi.fn() };
    refusals.refuse(request, response as unknown as ServerResponse, false);
    vi.advanceTimersByTime(heldMs - 1);
    expect(response.writeHead).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(response.writeHead).toHaveBeenCalledWith(503, expect.anything());
  },
);

import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

/** If the host took a larger part of the processors' time, times in a table may be far too long. */
const maxTaken = 0.03;
/** Linux counts in hundredths of a second, whatever the machine. */
const tickMs = 10;

/**
 * Starts to count the time that the host of a virtual machine gives to other machines. The returned function returns a
 * warning if that was much, otherwise an empty text: times measured on a busy host say little about the program.
 */
export function watchTakenTime(): () => string {
  const [beganAt, before] = [performance.now(), takenMs()];
  return () => {
    const elapsedMs = performance.now() - beganAt;
    const taken = (takenMs() - before) / (elapsedMs * availableParallelism());
    return taken <= maxTaken
      ? ""
      : `THE HOST gave ${Math.round(taken * 100)} % of the time to other machines: measure again`;
  };
}

/** Of all processors since the machine started; 0 where nothing counts it. */
function takenMs(): number {
  if (process.platform !== "linux") return 0;
  const [, ...ticks] = readFileSync("/proc/stat", "utf8").split("\n", 1)[0]!.split(/ +/);
  return Number(ticks[7] ?? 0) * tickMs;
}

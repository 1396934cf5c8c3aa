/**
 * Whole milliseconds of a monotonic clock. With fractions, the end of a window minus its start can be slightly longer
 * than the window, and a caller would be asked to wait 61 seconds of a minute.
 */
export function steadyClock(): number {
  return Math.floor(performance.now());
}

/**
 * Whole milliseconds of a clock that nobody can set. With parts of milliseconds, the end of a window less its start can
 * come out a little longer than the window, and a caller would be asked to wait 61 seconds of a minute.
 */
export function steadyClock(): number {
  return Math.floor(performance.now());
}

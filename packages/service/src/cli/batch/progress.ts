import { Presets, SingleBar } from "cli-progress";

export interface Progress {
  update(done: number, refused: number): void;
  stop(): void;
}

/** A progress bar with rate and time left on a terminal; nothing if the output goes elsewhere. */
export function startProgress(total: number, doneBefore: number): Progress {
  if (!process.stderr.isTTY) return { update() {}, stop() {} };
  const began = Date.now();
  const bar = new SingleBar(
    {
      format: " {bar} {percentage}%  {value} of {total}  {rate}/s  {left} left  {refused} refused",
      stream: process.stderr,
      hideCursor: true,
    },
    Presets.shades_classic,
  );
  bar.start(total, doneBefore, { rate: 0, left: "-", refused: 0 });
  const update = (done: number, refused: number): void => {
    const rate = (done - doneBefore) / Math.max(0.001, (Date.now() - began) / 1000);
    const left = rate > 0 ? duration((total - done) / rate) : "-";
    bar.update(done, { rate: Math.round(rate), left, refused });
  };
  return { update, stop: () => bar.stop() };
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}

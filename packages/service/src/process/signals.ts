/** How long requests are still accepted, because a load balancer may not have noticed that the service is not ready. */
const noticeTime = 3000;
const maxDrainMs = 30_000;

/** SIGTERM drains. SIGINT, from a keyboard, does not wait for load balancers. A second signal forces the exit. */
export function stopOnSignal(drain: (notice: number) => Promise<void>, kill: () => void = () => {}): void {
  let asked = false;
  const force = (): never => {
    kill();
    process.exit(1);
  };
  const stop = async (notice: number): Promise<void> => {
    if (asked) force();
    asked = true;
    setTimeout(force, notice + maxDrainMs).unref();
    await drain(notice);
    process.exit(0);
  };
  process.on("SIGTERM", () => stop(noticeTime));
  process.on("SIGINT", () => stop(0));
}

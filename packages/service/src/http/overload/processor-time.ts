/** Processor time of this process, in milliseconds. Unlike a wall clock, it does not advance while the machine pauses us. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Processor time of this process, in milliseconds. Unlike a wall clock it stands still while the machine pauses us. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

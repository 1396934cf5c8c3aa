/** The file being written. One per request, so that nothing of a request outlives it. */
export interface Sink {
  bytes: Buffer;
  length: number;
}

/** Starts with the constant bytes of the file. Most requests need less than `room` bytes more. */
export function createSink(constant: readonly Uint8Array[], room: number): Sink {
  const length = constant.reduce((sum, part) => sum + part.length, 0);
  const sink = { bytes: Buffer.allocUnsafeSlow(length + room), length: 0 };
  for (const part of constant) writeBytes(sink, part);
  return sink;
}

/** Makes room for this many more bytes. The single-byte writers below rely on the caller to call this first. */
export function ensure(sink: Sink, more: number): void {
  if (sink.length + more <= sink.bytes.length) return;
  const larger = Buffer.allocUnsafeSlow(Math.max(sink.bytes.length * 2, sink.length + more));
  sink.bytes.copy(larger, 0, 0, sink.length);
  sink.bytes = larger;
}

export function writeBytes(sink: Sink, bytes: Uint8Array): void {
  const { length } = bytes;
  ensure(sink, length);
  const { bytes: target, length: start } = sink;
  // Below this length, the call costs more than the copy.
  if (length < 64) for (let index = 0; index < length; index += 1) target[start + index] = bytes[index]!;
  else target.set(bytes, start);
  sink.length = start + length;
}

/** One byte per character. */
export function writeText(sink: Sink, text: string): void {
  ensure(sink, text.length);
  if (text.length < 24) {
    for (let index = 0; index < text.length; index += 1)
      sink.bytes[sink.length + index] = text.charCodeAt(index);
    sink.length += text.length;
  } else sink.length += sink.bytes.write(text, sink.length, "latin1");
}

export function writeInteger(sink: Sink, value: number): void {
  ensure(sink, 12);
  sink.length = digits(sink.bytes, sink.length, value);
}

/** Hundredths of a point are finer than print. */
export function writeNumber(sink: Sink, value: number): void {
  ensure(sink, 16);
  const { bytes } = sink;
  let at = sink.length;
  let hundredths = Math.round(value * 100);
  if (hundredths < 0) {
    bytes[at++] = minus;
    hundredths = -hundredths;
  }
  const whole = (hundredths / 100) | 0;
  const rest = hundredths - whole * 100;
  at = digits(bytes, at, whole);
  if (rest !== 0) {
    const tenths = (rest / 10) | 0;
    bytes[at++] = point;
    bytes[at++] = zero + tenths;
    if (rest !== tenths * 10) bytes[at++] = zero + rest - tenths * 10;
  }
  sink.length = at;
}

/** Writes a whole number from zero up, and returns the place after it. */
function digits(bytes: Buffer, start: number, value: number): number {
  let length = 1;
  for (let bound = 10; value >= bound; bound *= 10) length += 1;
  let rest = value;
  for (let at = start + length - 1; at >= start; at -= 1) {
    const tenth = (rest / 10) | 0;
    bytes[at] = zero + rest - tenth * 10;
    rest = tenth;
  }
  return start + length;
}

const zero = 0x30;
const minus = 0x2d;
const point = 0x2e;

/** The bytes being written. One buffer serves all requests of a process; its content never leaves but by copying. */
export interface Sink {
  bytes: Buffer;
  length: number;
}

export function createSink(size: number): Sink {
  return { bytes: Buffer.allocUnsafeSlow(size), length: 0 };
}

/** Makes room for so many more bytes. The single-byte writers below rely on the caller having asked. */
export function ensure(sink: Sink, more: number): void {
  if (sink.length + more <= sink.bytes.length) return;
  const larger = Buffer.allocUnsafeSlow(Math.max(sink.bytes.length * 2, sink.length + more));
  sink.bytes.copy(larger, 0, 0, sink.length);
  sink.bytes = larger;
}

export function writeBytes(sink: Sink, bytes: Uint8Array): void {
  ensure(sink, bytes.length);
  sink.bytes.set(bytes, sink.length);
  sink.length += bytes.length;
}

/** One byte a character. */
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
  let rest = value;
  if (rest < 0) {
    sink.bytes[sink.length++] = minus;
    rest = -rest;
  }
  let power = 1;
  while (power * 10 <= rest) power *= 10;
  for (; power >= 1; power = Math.floor(power / 10)) {
    const digit = Math.floor(rest / power);
    sink.bytes[sink.length++] = zero + digit;
    rest -= digit * power;
  }
}

/** Hundredths of a point are finer than print. */
export function writeNumber(sink: Sink, value: number): void {
  const hundredths = Math.round(value * 100);
  const whole = Math.trunc(hundredths / 100);
  const rest = Math.abs(hundredths - whole * 100);
  if (hundredths < 0 && whole === 0) writeText(sink, "-");
  writeInteger(sink, whole);
  if (rest === 0) return;
  sink.bytes[sink.length++] = point;
  const tenths = Math.floor(rest / 10);
  sink.bytes[sink.length++] = zero + tenths;
  if (rest % 10 !== 0) sink.bytes[sink.length++] = zero + (rest % 10);
}

const zero = 0x30;
const minus = 0x2d;
const point = 0x2e;

/** A decimal number, such as "1250.50", or a result. */
export type Amount = Exact | number | string;

/** An exact fraction, so that a quotient such as 1 / 52 is rounded only where an agency rounds. */
export class Exact {
  /** `bottom` is above zero. */
  private constructor(
    private readonly top: bigint,
    private readonly bottom: bigint,
  ) {}

  static of(value: Amount): Exact {
    if (value instanceof Exact) return value;
    const [, whole, decimals = ""] = /^(-?\d+)(?:\.(\d+))?$/.exec(String(value)) ?? [];
    if (whole === undefined) throw new RangeError(`Send a decimal number such as 1250.50, not "${value}".`);
    return Exact.fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
  }

  private static fraction(top: bigint, bottom: bigint): Exact {
    let [a, b] = [top < 0n ? -top : top, bottom];
    while (b > 0n) [a, b] = [b, a % b];
    return new Exact(top / a, bottom / a);
  }

  plus(value: Amount): Exact {
    const other = Exact.of(value);
    return Exact.fraction(this.top * other.bottom + other.top * this.bottom, this.bottom * other.bottom);
  }

  minus(value: Amount): Exact {
    return this.plus(Exact.of(value).times(-1));
  }

  times(value: Amount): Exact {
    const other = Exact.of(value);
    return Exact.fraction(this.top * other.top, this.bottom * other.bottom);
  }

  /** The divisor is above zero. */
  over(value: Amount): Exact {
    const divisor = Exact.of(value);
    return Exact.fraction(this.top * divisor.bottom, this.bottom * divisor.top);
  }

  isBelow(value: Amount): boolean {
    return this.minus(value).top < 0n;
  }

  min(value: Amount): Exact {
    return this.isBelow(value) ? this : Exact.of(value);
  }

  max(value: Amount): Exact {
    return this.isBelow(value) ? Exact.of(value) : this;
  }

  /** Rounded half up to the cent, the rule of both agencies. */
  cents(): Exact {
    if (this.top < 0n) return this.times(-1).cents().times(-1);
    return Exact.fraction((this.top * 200n + this.bottom) / (this.bottom * 2n), 100n);
  }

  /** With two decimals. */
  toString(): string {
    const { top, bottom } = this.cents();
    const digits = String((top * 100n) / bottom)
      .replace("-", "")
      .padStart(3, "0");
    return `${top < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  }
}

export const exact = Exact.of;

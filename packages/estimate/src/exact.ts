/** An exact fraction, so that a quotient such as 1 / 52 is rounded only where an agency rounds. */
export class Exact {
  private constructor(
    private readonly top: bigint,
    /** Always above zero. */
    private readonly bottom: bigint,
  ) {}

  static of(value: string | number): Exact {
    const found = /^(-?\d+)(?:\.(\d+))?$/.exec(String(value));
    if (found === null) throw new RangeError(`Send a decimal number such as 1250.50, not "${value}".`);
    const [, whole = "", decimals = ""] = found;
    return Exact.fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
  }

  private static fraction(top: bigint, bottom: bigint): Exact {
    let [a, b] = [top < 0n ? -top : top, bottom];
    while (b > 0n) [a, b] = [b, a % b];
    return new Exact(top / a, bottom / a);
  }

  plus(other: Exact): Exact {
    return Exact.fraction(this.top * other.bottom + other.top * this.bottom, this.bottom * other.bottom);
  }

  minus(other: Exact): Exact {
    return Exact.fraction(this.top * other.bottom - other.top * this.bottom, this.bottom * other.bottom);
  }

  times(factor: Exact | number): Exact {
    const other = typeof factor === "number" ? Exact.of(factor) : factor;
    return Exact.fraction(this.top * other.top, this.bottom * other.bottom);
  }

  /** The divisor is above zero. */
  over(divisor: Exact | number): Exact {
    const other = typeof divisor === "number" ? Exact.of(divisor) : divisor;
    return Exact.fraction(this.top * other.bottom, this.bottom * other.top);
  }

  isBelow(other: Exact | number): boolean {
    const { top, bottom } = typeof other === "number" ? Exact.of(other) : other;
    return this.top * bottom < top * this.bottom;
  }

  min(other: Exact): Exact {
    return other.isBelow(this) ? other : this;
  }

  max(other: Exact): Exact {
    return this.isBelow(other) ? other : this;
  }

  /** Zero instead of a negative amount. */
  orZero(): Exact {
    return this.max(zero);
  }

  /** Rounded to the cent, half up: the rule of both agencies. */
  cents(): Exact {
    return Exact.fraction(floor(this.top * 200n + this.bottom, this.bottom * 2n), 100n);
  }

  /** Cut after the cent. */
  wholeCents(): Exact {
    return Exact.fraction(floor(this.top * 100n, this.bottom), 100n);
  }

  /** With two decimals, rounded half up. */
  toString(): string {
    const { top, bottom } = this.cents();
    const cents = (top * 100n) / bottom;
    const digits = String(cents < 0n ? -cents : cents).padStart(3, "0");
    return `${cents < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  }
}

export const zero: Exact = Exact.of(0);

function floor(top: bigint, bottom: bigint): bigint {
  const quotient = top / bottom;
  return top % bottom < 0n ? quotient - 1n : quotient;
}

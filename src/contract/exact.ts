/** A fraction that is not negative. `below` is more than 0. */
export type Exact = { above: bigint; below: bigint };

export const zero: Exact = { above: 0n, below: 1n };

/** Of the digits that people see: 0.1 is a tenth here. */
export function exactly(value: number): Exact {
  const [digits = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', decimals = ''] = digits.split('.');
  const shift = Number(exponent) - decimals.length;
  const above = BigInt(whole + decimals);
  return shift < 0
    ? { above, below: 10n ** BigInt(-shift) }
    : { above: above * 10n ** BigInt(shift), below: 1n };
}

export const plus = (one: Exact, other: Exact): Exact => ({
  above: one.above * other.below + other.above * one.below,
  below: one.below * other.below,
});

export const times = (one: Exact, factor: bigint): Exact => ({ ...one, above: one.above * factor });

export const over = (one: Exact, divisor: bigint): Exact => ({ ...one, below: one.below * divisor });

/** Negative if `one` is less. */
export function compare(one: Exact, other: Exact): number {
  const difference = one.above * other.below - other.above * one.below;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Not below 0. */
export function minus(one: Exact, other: Exact): Exact {
  const above = one.above * other.below - other.above * one.below;
  return above < 0n ? zero : { above, below: one.below * other.below };
}

/** Half up. */
export function rounded({ above, below }: Exact, decimals: number): number {
  const scaled = (2n * above * 10n ** BigInt(decimals) + below) / (2n * below);
  const digits = String(scaled).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  return Number(`${digits.slice(0, point)}.${digits.slice(point)}`);
}

/** Of a fraction of decimals, such as a mark less its cost. */
export const asNumber = (value: Exact): number => rounded(value, String(value.below).length);

/** An amount in whole cents. */
export type Cents = number;

/** `parts` of `whole` of an amount, rounded to the nearest cent, halves up. */
export function portion(amount: Cents, parts: number, whole: number): Cents {
  return Math.round((amount * parts) / whole);
}

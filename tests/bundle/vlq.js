// Mappings of a source map, decoded as they stand: unlike the packages for it, this sorts nothing and forgives nothing.

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** @returns {number[][][]} lines of segments: column, and where there are more, source, line, column, and name */
export function decode(mappings) {
  const last = [0, 0, 0, 0, 0];
  return mappings.split(";").map((line) => {
    last[0] = 0;
    return line === "" ? [] : line.split(",").map((segment) => decodeSegment(segment, last));
  });
}

function decodeSegment(segment, last) {
  const deltas = numbers(segment);
  if (![1, 4, 5].includes(deltas.length)) throw new Error(`a segment of ${deltas.length} numbers: ${segment}`);
  return deltas.map((delta, field) => (last[field] += delta));
}

function numbers(segment) {
  const found = [];
  let [value, shift] = [0, 0];
  for (const character of segment) {
    const digit = DIGITS.indexOf(character);
    if (digit < 0) throw new Error(`${character} is no digit`);
    value += (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    found.push(value & 1 ? -(value >> 1) : value >> 1);
    [value, shift] = [0, 0];
  }
  if (shift > 0) throw new Error(`${segment} ends within a number`);
  return found;
}

/**
 * How a double holds a number that was written in decimal: `exact` (it prints back to the same value), `rounded` (digits
 * are lost) or `overflow` (it is beyond the range of doubles).
 */
export function judgeDecimal(written: string): 'exact' | 'rounded' | 'overflow' {
  const value = Number(written);
  if (!Number.isFinite(value)) return 'overflow';
  // Up to fifteen significant digits a double prints back what was written.
  if (written.length <= 15 && !/[eE]/.test(written)) return 'exact';
  return normalise(written) === normalise(String(value)) ? 'exact' : 'rounded';
}

/** Sign, significant digits and exponent of the last one. */
function normalise(written: string): string {
  const [mantissa = '', exponent = '0'] = written.toLowerCase().split('e');
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.replace(/^[+-]/, '').split('.');
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const short = trimZeros(digits);
  if (short === '') return '0';
  return `${sign}${short}e${Number(exponent) - fraction.length + digits.length - short.length}`;
}

function trimZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

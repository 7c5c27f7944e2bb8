// CFG-12: the formats that are enforced. Every check is linear in the length of the text.

/** True where `text` has the form that `format` names, and where the format is not one of ours (CFG-12). */
export function hasFormat(text: string, format: string): boolean {
  return Object.hasOwn(FORMATS, format) ? (FORMATS[format]?.(text) ?? true) : true;
}

const FORMATS: { readonly [format: string]: (text: string) => boolean } = {
  date: isDate,
  time: isTime,
  'date-time': (text) => {
    const at = text.search(/[Tt]/);
    return at === 10 && isDate(text.slice(0, at)) && isTime(text.slice(at + 1));
  },
  duration: (text) => DURATION.test(text),
  email: isEmail,
  hostname: isHostname,
  ipv4: isIpv4,
  ipv6: isIpv6,
  uri: isUri,
  uuid: (text) => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text),
  regex: isRegex,
  'json-pointer': (text) => /^(?:\/(?:[^~/]|~[01])*)*$/.test(text),
};

/** The formats that {@link hasFormat} enforces. */
export const KNOWN_FORMATS: readonly string[] = Object.keys(FORMATS);

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** RFC 3339 full-date, with the days that the month has. */
function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && leap ? 29 : MONTH_DAYS[month - 1];
  return days !== undefined && day >= 1 && day <= days;
}

/** RFC 3339 full-time: an offset is required, and second 60 stands only for the leap second, 23:59:60 UTC. */
function isTime(text: string): boolean {
  const match = /^(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/.exec(text);
  if (match === null) return false;
  const [hour, minute, second] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const [offsetHour, offsetMinute] = [Number(match[5] ?? 0), Number(match[6] ?? 0)];
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return false;
  if (second < 60) return true;
  const offset = (offsetHour * 60 + offsetMinute) * (match[4] === '-' ? -1 : 1);
  return (((hour * 60 + minute - offset) % 1440) + 1440) % 1440 === 1439;
}

/** RFC 3339, appendix A: weeks alone, or units from large to small without a gap on either side of the T. */
const DURATION =
  /^P(?:\d+W|(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?|T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))$/;

/** RFC 5321 mailbox with a dot-atom before the @ (no quoted part), and a host name or an address literal behind it. */
function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  if (local.length < 1 || local.length > 64) return false;
  if (!local.split('.').every((atom) => /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+$/.test(atom))) return false;
  const domain = text.slice(at + 1);
  const literal = /^\[(?:IPv6:)?([0-9A-Fa-f:.]+)\]$/.exec(domain)?.[1];
  return literal === undefined ? isHostname(domain) : isIpv4(literal) || isIpv6(literal);
}

/** RFC 1123: labels of 1 to 63 letters, digits and inner hyphens, 253 characters in all. */
function isHostname(text: string): boolean {
  if (text.length === 0 || text.length > 253) return false;
  return text
    .split('.')
    .every((label) => label.length <= 63 && /^[A-Za-z0-9-]+$/.test(label) && !/^-|-$/.test(label));
}

function isIpv4(text: string): boolean {
  const parts = text.split('.', 5);
  return (
    parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)
  );
}

/** RFC 4291 text form, the embedded IPv4 form included; no zone. */
function isIpv6(text: string): boolean {
  if (text.length > 45) return false;
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1);
  const embedded = last?.includes('.') === true;
  if (embedded && (!isIpv4(last) || text.endsWith(':'))) return false;
  const plain = embedded ? groups.slice(0, -1) : groups;
  if (!plain.every((group) => /^[0-9A-Fa-f]{1,4}$/.test(group))) return false;
  const width = plain.length + (embedded ? 2 : 0);
  return halves.length === 2 ? width <= 7 : width === 8;
}

const URI_TEXT = /^(?:[A-Za-z0-9\-._~:/?#@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/;

/** RFC 3986 with a scheme; brackets only around an address literal. */
function isUri(text: string): boolean {
  const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:/.exec(text)?.[0];
  if (scheme === undefined) return false;
  let rest = text.slice(scheme.length);
  if (rest.startsWith('//')) {
    const end = rest.slice(2).search(/[/?#]/);
    const authority = end < 0 ? rest.slice(2) : rest.slice(2, 2 + end);
    const host = authority.slice(authority.lastIndexOf('@') + 1);
    if (host.startsWith('[')) {
      const literal = /^\[([^[\]]*)\](?::\d*)?$/.exec(host)?.[1];
      if (
        literal === undefined ||
        !(isIpv6(literal) || /^v[0-9A-Fa-f]+\.[\w.~!$&'()*+,;=:-]+$/.test(literal))
      )
        return false;
      rest = authority.slice(0, authority.length - host.length) + rest.slice(2 + authority.length);
    } else if (!/^[^:]*(?::\d*)?$/.test(host)) return false;
  }
  const hash = rest.indexOf('#');
  return URI_TEXT.test(rest) && (hash < 0 || rest.indexOf('#', hash + 1) < 0);
}

function isRegex(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}

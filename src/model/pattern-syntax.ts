// Reads an ECMAScript pattern (`u` flag, already known to be valid) once, and says two things about it: the same
// pattern in the words of RE2 where there is one, and what a backtracking matcher could spend on it.

/** What a backtracking matcher may have to try. */
export type Cost = {
  /** Loops with a free number of turns: each multiplies the attempts by the length of the text. */
  readonly loops: number;
  /** Alternatives, optional parts and bounded choices: multiply the attempts whatever the text. */
  readonly factor: number;
  /** A choice inside a loop: attempts grow exponentially. */
  readonly explosive: boolean;
  /** Steps that one straight reading takes, repetitions written out. */
  readonly size: number;
  /** Steps of all attempts at one place of the text, loops counted as one turn. */
  readonly steps: number;
};

export type PatternReading = {
  /** RE2's spelling, all groups without capture; `undefined` where RE2 has no such thing. */
  readonly re2: string | undefined;
  readonly cost: Cost;
  /** Every alternative begins at the start of the text, so a search tries one place only. */
  readonly anchored: boolean;
};

type Piece = { readonly re2: string | undefined; readonly cost: Cost; readonly anchor?: boolean };

const STEP: Cost = { loops: 0, factor: 1, explosive: false, size: 1, steps: 1 };
const ANY = '[^\\n\\r\\x{2028}\\x{2029}]';
const EVERYTHING = '\\x{0}-\\x{10FFFF}';
// ECMAScript's white space and line ends, as class members.
const SPACE =
  '\\t-\\r \\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}\\x{205F}\\x{3000}\\x{FEFF}';
const NO_SPACE =
  '\\x{0}-\\x{8}\\x{E}-\\x{1F}!-\\x{9F}\\x{A1}-\\x{167F}\\x{1681}-\\x{1FFF}\\x{200B}-\\x{2027}\\x{202A}-\\x{202E}' +
  '\\x{2030}-\\x{205E}\\x{2060}-\\x{2FFF}\\x{3001}-\\x{FEFE}\\x{FF00}-\\x{10FFFF}';
const CONTROLS: { readonly [letter: string]: number } = { t: 9, n: 10, v: 11, f: 12, r: 13, '0': 0 };

/** Reads a pattern that `new RegExp(source, 'u')` accepts; flags `i`, `m` and `s` count. */
export function readPattern(source: string, flags: string): PatternReading {
  const reader = new Reader(source, flags);
  const { re2, cost, anchor } = reader.alternatives();
  return { re2, cost, anchored: anchor === true };
}

class Reader {
  private at = 0;
  private readonly foldCase: boolean;
  private readonly dotAll: boolean;
  private readonly multiline: boolean;

  constructor(
    private readonly source: string,
    flags: string,
  ) {
    this.foldCase = flags.includes('i');
    this.dotAll = flags.includes('s');
    this.multiline = flags.includes('m');
  }

  alternatives(): Piece {
    const branches = [this.sequence()];
    while (this.take('|')) branches.push(this.sequence());
    const first = branches[0];
    if (first !== undefined && branches.length === 1) return first;
    const costs = branches.map((branch) => branch.cost);
    return {
      re2: joined(branches, '|'),
      anchor: branches.every((branch) => branch.anchor === true),
      cost: {
        loops: Math.max(...costs.map((cost) => cost.loops)),
        factor: costs.reduce((sum, cost) => sum + cost.factor, 0),
        explosive: costs.some((cost) => cost.explosive),
        size: costs.reduce((sum, cost) => sum + cost.size, 0),
        steps: costs.reduce((sum, cost) => sum + cost.steps, 0),
      },
    };
  }

  private sequence(): Piece {
    const pieces: Piece[] = [];
    while (this.at < this.source.length && !'|)'.includes(this.source.charAt(this.at)))
      pieces.push(this.repeated());
    return {
      re2: joined(pieces, ''),
      anchor: pieces[0]?.anchor === true,
      cost: pieces.reduce((sum, { cost }) => inRow(sum, cost), { ...STEP, size: 0, steps: 0 }),
    };
  }

  private repeated(): Piece {
    const piece = this.atom();
    const [min, max] = this.quantifier();
    if (min === 1 && max === 1) return piece;
    this.take('?'); // Lazy or greedy: the same texts match.
    const mark = max === Number.POSITIVE_INFINITY ? `{${min},}` : `{${min},${max}}`;
    return {
      re2: piece.re2 === undefined ? undefined : `(?:${piece.re2})${mark}`,
      cost: repeatCost(piece.cost, min, max),
    };
  }

  private quantifier(): readonly [number, number] {
    if (this.take('*')) return [0, Number.POSITIVE_INFINITY];
    if (this.take('+')) return [1, Number.POSITIVE_INFINITY];
    if (this.take('?')) return [0, 1];
    const counts = this.match(/\{(\d+)(,?)(\d*)\}/y);
    if (counts === undefined) return [1, 1];
    const min = Number(counts[1]);
    return [min, counts[2] === '' ? min : counts[3] === '' ? Number.POSITIVE_INFINITY : Number(counts[3])];
  }

  private atom(): Piece {
    if (this.take('^')) return { re2: this.multiline ? undefined : '^', cost: STEP, anchor: !this.multiline };
    if (this.take('$')) return { re2: this.multiline ? undefined : '$', cost: STEP };
    if (this.take('.')) return { re2: this.dotAll ? `[${EVERYTHING}]` : ANY, cost: STEP };
    if (this.take('(')) return this.group();
    if (this.take('[')) return { re2: this.characterClass(), cost: STEP };
    if (this.take('\\')) return this.escape();
    return { re2: literal(this.codePoint()), cost: STEP };
  }

  private group(): Piece {
    const look = this.match(/\?<?[=!]/y) !== undefined;
    const plain = look || this.match(/\?:|\?<[^>]*>/y) !== undefined;
    // `(?i:…)` and the like change what follows.
    const modified = !plain && this.match(/\?[a-z-]*:/y) !== undefined;
    const body = this.alternatives();
    this.take(')');
    const re2 = look || modified || body.re2 === undefined ? undefined : `(?:${body.re2})`;
    return { re2, cost: body.cost, anchor: !look && !modified && body.anchor === true };
  }

  private escape(): Piece {
    const edge = this.match(/[bB]/y)?.[0];
    // With case folding, two more letters count as word characters; RE2's word boundaries do not see them.
    if (edge !== undefined) return { re2: this.foldCase ? undefined : `\\${edge}`, cost: STEP };
    const set = this.setEscape();
    if (set !== undefined) return { re2: set === NONE ? undefined : `[${set}]`, cost: STEP };
    // A back-reference reads as many characters as its group took.
    if (this.match(/[1-9]\d*|k<[^>]*>/y) !== undefined) return { re2: undefined, cost: STEP };
    return { re2: literal(this.escapedCodePoint()), cost: STEP };
  }

  /** After `[`: RE2's class; `undefined` where it has none. */
  private characterClass(): string | undefined {
    const negated = this.take('^');
    let members = '';
    let sayable = true;
    while (!this.take(']')) {
      const from = this.classMember();
      if (typeof from === 'string') {
        if (from === NONE) sayable = false;
        else members += from;
        continue;
      }
      const range = this.source.charAt(this.at) === '-' && this.source.charAt(this.at + 1) !== ']';
      if (!range) {
        members += literalCode(from);
        continue;
      }
      this.at += 1;
      const to = this.classMember();
      if (typeof to === 'number') members += `${literalCode(from)}-${literalCode(to)}`;
    }
    if (!sayable || members.includes(SURROGATE)) return undefined;
    if (members === '') return negated ? `[${EVERYTHING}]` : `[^${EVERYTHING}]`;
    return `[${negated ? '^' : ''}${members}]`;
  }

  /** One code point, or a set as class members ({@link NONE} where RE2 cannot say it). */
  private classMember(): number | string {
    if (!this.take('\\')) return this.codePoint();
    if (this.take('b')) return 8;
    return this.setEscape() ?? this.escapedCodePoint();
  }

  /** `\d \D \s \S \w \W \p \P` as class members. */
  private setEscape(): string | undefined {
    if (this.take('d')) return '0-9';
    if (this.take('D')) return '\\x{0}-/:-\\x{10FFFF}';
    if (this.take('s')) return SPACE;
    if (this.take('S')) return NO_SPACE;
    if (this.take('w')) return '\\w';
    if (this.take('W')) return '\\W';
    const property = this.match(/([pP])\{([^}]*)\}/y);
    if (property === undefined) return undefined;
    // Properties with one meaning in both: general categories by their short names.
    const short = /^(?:(?:gc|General_Category)=)?([LMNPSZC][a-z]?)$/.exec(property[2] ?? '')?.[1];
    return short === undefined || /^C|^L[C]$/.test(short) || this.foldCase
      ? NONE
      : `\\${property[1]}{${short}}`;
  }

  private escapedCodePoint(): number {
    const control = this.match(/[tnvfr0]/y)?.[0];
    if (control !== undefined) return CONTROLS[control] ?? 0;
    const letter = this.match(/c([A-Za-z])/y)?.[1];
    if (letter !== undefined) return letter.charCodeAt(0) % 32;
    const pair = this.match(/u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})/y);
    if (pair !== undefined) {
      const [high, low] = [Number.parseInt(pair[1] ?? '', 16), Number.parseInt(pair[2] ?? '', 16)];
      return (high - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000;
    }
    const hex = this.match(/u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})/y);
    if (hex !== undefined) return Number.parseInt(hex[1] ?? hex[2] ?? hex[3] ?? '', 16);
    return this.codePoint();
  }

  private codePoint(): number {
    const code = this.source.codePointAt(this.at) ?? 0;
    this.at += code > 0xffff ? 2 : 1;
    return code;
  }

  private take(text: string): boolean {
    if (!this.source.startsWith(text, this.at) || this.at >= this.source.length) return false;
    this.at += text.length;
    return true;
  }

  private match(sticky: RegExp): RegExpExecArray | undefined {
    sticky.lastIndex = this.at;
    const found = sticky.exec(this.source) ?? undefined;
    if (found !== undefined) this.at += found[0].length;
    return found;
  }
}

/** Stands for a set that RE2 cannot say. */
const NONE = 'none';
/** Stands for half a surrogate pair, which RE2 does not match on its own. */
const SURROGATE = 'surrogate';

function literalCode(code: number): string {
  if (code >= 0xd800 && code <= 0xdfff) return SURROGATE;
  return /^[A-Za-z0-9]$/.test(String.fromCodePoint(code))
    ? String.fromCodePoint(code)
    : `\\x{${code.toString(16).toUpperCase()}}`;
}

function literal(code: number): string | undefined {
  const text = literalCode(code);
  return text === SURROGATE ? undefined : text;
}

function joined(pieces: readonly Piece[], by: string): string | undefined {
  return pieces.some((piece) => piece.re2 === undefined)
    ? undefined
    : pieces.map((piece) => piece.re2).join(by);
}

function inRow(a: Cost, b: Cost): Cost {
  return {
    loops: a.loops + b.loops,
    factor: a.factor * b.factor,
    explosive: a.explosive || b.explosive,
    size: a.size + b.size,
    // What follows is tried again for each way in which what stands before it can match.
    steps: a.steps + a.factor * b.steps,
  };
}

function repeatCost(cost: Cost, min: number, max: number): Cost {
  const choice = cost.loops > 0 || cost.factor > 1;
  const endless = max === Number.POSITIVE_INFINITY;
  return {
    loops: cost.loops + (endless ? 1 : 0),
    factor: cost.factor * (endless ? 1 : max - min + 1),
    explosive: cost.explosive || (choice && max > 1),
    size: cost.size * Math.max(endless ? min : max, 1),
    steps: cost.steps * Math.max(endless ? min : max, 1),
  };
}

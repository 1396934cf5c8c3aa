/**
 * The words of one address line, in upper case and without the punctuation that Publication 28 leaves out. What it
 * keeps: the slash of a fraction (123 1/2), the point of a decimal (39.2), the hyphen of a number (112-10), "#", "&"
 * and "C/O".
 */
export function tokens(text: string): string[] {
  if (text === "") return [];
  const upper = isPlain(text) ? text.toUpperCase() : fold(text);
  // Apostrophes are left out without a gap: O'Connor is OCONNOR.
  const line = upper.includes("'") || upper.includes("`") ? upper.replace(/['`]/g, "") : upper;
  const words: string[] = [];
  let word = "";
  // How much of `word` is initials joined over their points: "P.O" so far is 2.
  let initials = 0;
  const end = () => {
    if (word !== "") pushWord(words, word);
    word = "";
    initials = 0;
  };
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at);
    if (isWordPart(code)) {
      const from = at;
      while (isWordPart(line.charCodeAt(at + 1))) at++;
      word += line.slice(from, at + 1);
      continue;
    }
    const next = line.charCodeAt(at + 1);
    const previous = line.charCodeAt(at - 1);
    switch (code) {
      case slash:
        if (isDigit(previous) && isDigit(next)) word += "/";
        else if (word === "C" && next === letterO && !isWordPart(line.charCodeAt(at + 2))) word += "/";
        else end();
        break;
      case point:
        if (isDigit(previous) && isDigit(next) && isNumber(word)) word += ".";
        else if (word.length === initials + 1 && isLetter(next) && !isLetter(line.charCodeAt(at + 2)))
          initials++;
        else end();
        break;
      case hyphen:
        if (isWordPart(previous) && isWordPart(next) && keepsHyphen(word, line, at + 1)) word += "-";
        else end();
        break;
      case hash:
      case ampersand:
        end();
        words.push(line[at]!);
        break;
      case percent:
        end();
        words.push("C/O");
        break;
      default:
        end();
    }
  }
  end();
  return words;
}

const slash = 0x2f;
const point = 0x2e;
const hyphen = 0x2d;
const hash = 0x23;
const ampersand = 0x26;
const percent = 0x25;
const letterO = 0x4f;

// "APT4B", "RR2", "HWY6": designators people glue to their number.
const gluedWords = new Set(
  "APT STE UNIT BLDG RM FL LOT SPC PMB TRLR BOX RR RT RTE HC HCR HWY FM CR US SR PSC CMR POBOX IH PO".split(
    " ",
  ),
);

function pushWord(words: string[], word: string): void {
  // Most common first: plain words and plain numbers need no further checks.
  const first = word.charCodeAt(0);
  if (isLetter(first)) {
    let digit = 1;
    while (digit < word.length && isLetter(word.charCodeAt(digit))) digit++;
    if (digit < word.length && isDigit(word.charCodeAt(digit)) && gluedWords.has(word.slice(0, digit))) {
      words.push(word.slice(0, digit));
      pushWord(words, word.slice(digit));
      return;
    }
  } else if (word.includes("/")) {
    const glued = /^(\d+)-(\d+\/\d+)$/.exec(word);
    if (glued !== null) {
      words.push(glued[1]!, glued[2]!);
      return;
    }
  }
  words.push(word);
}

/** Hyphens between words become spaces; those inside a number stay: 112-10, 18-D, A-17, but not US-1 or 12-MILE. */
function keepsHyphen(before: string, line: string, next: number): boolean {
  let end = next;
  let digitAfter = false;
  while (end < line.length && isWordPart(line.charCodeAt(end))) {
    digitAfter ||= isDigit(line.charCodeAt(end));
    end++;
  }
  const digitBefore = /\d/.test(before);
  if (digitBefore && digitAfter) return true;
  if (digitBefore) return end - next === 1;
  return digitAfter && before.length === 1;
}

function isNumber(word: string): boolean {
  for (let at = 0; at < word.length; at++) if (!isDigit(word.charCodeAt(at))) return false;
  return true;
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Anything beyond ASCII that is left after folding counts as a letter, so that no text is lost. */
function isLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || code > 0x7f;
}

function isWordPart(code: number): boolean {
  return isLetter(code) || isDigit(code);
}

function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7e) return false;
  return true;
}

const spacesAndControls = /[\p{Z}\p{C}]+/gu;
const marks = /\p{M}+/gu;

/** Accents off, typographic signs to their plain form. Twice, because upper case can bring new compositions. */
function fold(text: string): string {
  // Before decomposition, or "123½" becomes "1231/2".
  const spaced = text.replace(/[\u00bc-\u00be\u2150-\u215f\u2189]/g, " $&");
  return foldOnce(foldOnce(spaced));
}

function foldOnce(text: string): string {
  return text
    .normalize("NFKD")
    .toUpperCase()
    .normalize("NFKD")
    .replace(marks, "")
    .replace(/[\u2018\u2019\u02bc\u2032]/g, "'")
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/\u2044/g, "/")
    .replace(spacesAndControls, " ");
}

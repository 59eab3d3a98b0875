/**
 * Spellings that look the same and that no normal form joins: Unicode's "do not use" sequences (chapter 12), and
 * what keyboards type. The first of a line is what the others become.
 */
const lines = `
ആ അാ
ഈ ഇൗ ഇൌ
ഊ ഉൗ ഉൌ
ഐ എെ
ഓ ഒാ
ഔ ഒൗ ഒൌ
ൈ െെ
ൗ ൌ
ന്റ ൻ്റ ൻറ
ണ് ൺ്
ന് ൻ്
ര് ർ്
ല് ൽ്
ള് ൾ്
ക് ൿ്
ऄ अॆ
आ अा
ई र्इ
ऊ उु
ऍ एॅ
ऎ एॆ
ऐ एे
ऑ अॉ आॅ अाॅ
ऒ अॊ आॆ अाॆ
ओ अो आे अाे
औ अौ आै अाै
ॉ ाॅ
ॊ ाॆ
ो ाे
ौ ाै
আ অা
ৠ ঋৃ
ৡ ঌৢ
ৎ ত্\u200D
ਆ ਅਾ
ਇ ੲਿ
ਈ ੲੀ
ਉ ੳੁ
ਊ ੳੂ
ਏ ੲੇ
ਐ ਅੈ
ਓ ੳੋ
ਔ ਅੌ
આ અા
ઍ અૅ
એ અે
ઐ અૈ
ઑ અૉ આૅ અાૅ
ઓ અો આે અાે
ઔ અૌ આૈ અાૈ
ૉ ાૅ ૅા
ો ાે
ૌ ાૈ
ଆ ଅା
ଐ ଏୗ
ଔ ଓୗ
ஔ ஒள
ௌ ெள
ஶ்ரீ ஸ்ரீ
ఓ ఒౕ
ఔ ఒౌ
ీ ిౕ
ే ెౕ
ో ొౕ
ಊ ಉಾ
ಔ ಒೌ
ೠ ಋಾ
`;

type Table = { spellings: ReadonlyMap<string, string>; others: RegExp };

function readLines(): Table {
  const spellings = new Map<string, string>();
  for (const line of lines.trim().split('\n')) {
    const [spelling = '', ...others] = line.split(' ');
    for (const other of others) spellings.set(other, spelling);
  }
  const longestFirst = [...spellings.keys()].toSorted((one, other) => other.length - one.length);
  return { spellings, others: new RegExp(longestFirst.join('|'), 'gu') };
}

/** Read on demand: most screens compare no names. */
let table: Table | undefined;

/** @param text in NFC, with new chillus */
export function withOneSpelling(text: string): string {
  const { spellings, others } = (table ??= readLines());
  return text.replaceAll(others, (other) => spellings.get(other) ?? other);
}

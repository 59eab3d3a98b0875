/** Of `src/web/ui/tokens.css`: the surface of least contrast, and the one a soft tone is mixed into. */
const schemes = {
  light: { ground: '#f1ece0', surface: '#fffdf9', end: [0, 0, 0], soft: 0.1 },
  dark: { ground: '#242b27', surface: '#1a201d', end: [255, 255, 255], soft: 0.14 },
} as const;
type Scheme = (typeof schemes)[keyof typeof schemes];
export const lightGround = schemes.light.ground;

/** WCAG 2.2 AA for text. */
export const leastContrast = 4.5;

type Color = readonly [number, number, number];

const parse = (hex: string): Color =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as never;

const format = (color: Color): string =>
  `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

const mix = (a: Color, b: Color, share: number): Color =>
  a.map((part, index) => part + (b[index as 0] - part) * share) as never;

/** WCAG's relative luminance, 0 to 1. */
function luminance(color: Color): number {
  const [red, green, blue] = color.map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG's ratio of two `#rrggbb`, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(parse(one)), luminance(parse(other))].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const softOf = (hex: string, { surface, soft }: Scheme): string =>
  format(mix(parse(surface), parse(hex), soft));

/** The nearest colour that can be read in the scheme. */
function readable(hex: string, scheme: Scheme): string {
  for (let step = 0; step < 100; step += 1) {
    const tried = format(mix(parse(hex), scheme.end, step / 100));
    const grounds = [scheme.ground, softOf(tried, scheme)];
    if (grounds.every((ground) => contrast(tried, ground) >= leastContrast)) return tried;
  }
  return format(scheme.end);
}

export const isColor = (text: string): boolean => /^#[\da-f]{6}$/.test(text);

/** Null if readable in the light scheme, else the nearest that is. */
export function nearestAccent(hex: string): string | null {
  const nearest = readable(hex, schemes.light);
  return nearest === hex ? null : nearest;
}

const tokensOf = (accent: string, scheme: Scheme): Record<string, string> => ({
  accent,
  'accent-strong': format(mix(parse(accent), scheme.end, 0.3)),
  'accent-soft': softOf(accent, scheme),
  'on-accent': contrast(accent, '#ffffff') >= leastContrast ? '#ffffff' : '#10140f',
});

/** The dark scheme's is as light as it must be. */
export const accentTokens = (hex: string): Record<'light' | 'dark', Record<string, string>> => ({
  light: tokensOf(hex, schemes.light),
  dark: tokensOf(readable(hex, schemes.dark), schemes.dark),
});

export function accentRules(hex: string): string {
  const { light, dark } = accentTokens(hex);
  const rules = (tokens: Record<string, string>) =>
    `:root{${Object.entries(tokens)
      .map(([name, value]) => `--${name}:${value}`)
      .join(';')}}`;
  return `${rules(light)}@media(prefers-color-scheme:dark){${rules(dark)}}`;
}

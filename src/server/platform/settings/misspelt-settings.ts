import { settingNames } from './settings.ts';

/** Names of other programs. */
const others = new Set(['HOME', 'HOSTNAME', 'HOSTTYPE', 'PATH', 'POST', 'PORTS', 'PWD', 'SHELL', 'SITE_URL']);

/** Optimal string alignment: a swap counts as one. */
export function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const candidates = [
        (last[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (last[column - 1] as number) + (isSame ? 0 : 1),
      ];
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        candidates.push((beforeLast[column - 2] as number) + 1);
      current.push(Math.min(...candidates));
    }
    [beforeLast, last] = [last, current];
  }
  return last[b.length] as number;
}

/** Short names have neighbours (`PORT`: `ROOT`, `POOL`), wrong first letters are rare (`AMQP_URL`). */
function isNear(name: string, setting: string): boolean {
  if (Math.abs(name.length - setting.length) > 2) return false;
  const tolerated = setting.length > 5 && name[0]?.toUpperCase() === setting[0] ? 2 : 1;
  return distance(name.toUpperCase(), setting) <= tolerated;
}

export function misspeltSettings(environment: NodeJS.ProcessEnv): { name: string; meant: string }[] {
  const known = new Set<string>(settingNames);
  return Object.keys(environment).flatMap((name) => {
    if (known.has(name) || others.has(name.toUpperCase())) return [];
    const meant = settingNames.find((setting) => isNear(name, setting));
    return meant === undefined ? [] : [{ name, meant }];
  });
}

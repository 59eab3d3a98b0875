import path from 'node:path';
import type { Plugin } from 'vitest/config';
import { root } from '../node24.mjs';
import type { Guard } from './guard.ts';

/**
 * The source of a module with the replacement in place of the exported function, for uses inside the module as well.
 * @throws where the module does not declare that export exactly once
 */
export function replaceExport(code: string, { file, name, put }: Omit<Guard, 'guard' | 'tests'>): string {
  const declaration = new RegExp(`^export ((?:async )?function\\*? ?|const )${name}\\b`, 'gm');
  const [found, ...others] = code.match(declaration) ?? [];
  if (found === undefined || others.length > 0) throw new Error(`${file} has no exported function ${name}`);
  const kept = code.replace(declaration, '$1original');
  // A declaration, so that it is there before the module's own constants are made from it.
  return `${kept}\nexport function ${name}(...given: any[]): any { return (${put})(...given); }\n`;
}

/** Removes a guard from the module that Vite is about to load. */
export function withoutGuard(guard: Guard): Plugin {
  const isGuarded = (id: string) => id.split('?')[0] === path.join(root, guard.file);
  return {
    name: 'capstone-without-guard',
    enforce: 'pre',
    transform: (code, id) => (isGuarded(id) ? { code: replaceExport(code, guard), map: null } : null),
    // Vitest keeps transformed modules from run to run, and knows a plugin by its name only.
    configureVitest: ({ defineCacheKeyGenerator }) =>
      defineCacheKeyGenerator(({ id }) => (isGuarded(id) ? false : undefined)),
  };
}

import { useState } from 'react';
import { useActionForm } from './use-action-form.ts';

/**
 * A button that acts on what its user has seen, such as a removal. The server compares it; once it is refused, the next
 * click acts on what was shown then.
 * @param seen in the members of the call's `began`
 */
export function useSeenAction<Seen extends object, Outcome extends object = object>({
  seen,
  ...options
}: Parameters<typeof useActionForm<Outcome>>[0] & { seen: Seen }) {
  const shown = JSON.stringify(seen);
  const [newer, setNewer] = useState<{ than: string; current: Seen } | null>(null);
  const changed = newer?.than === shown ? newer.current : null;
  const form = useActionForm<Outcome>({
    ...options,
    hidden: { ...options.hidden, began: JSON.stringify(changed ?? seen) },
    onRefused(refused) {
      const current = refused.current as Seen | undefined;
      if (current !== undefined) {
        const names = Object.keys(seen) as (keyof Seen)[];
        const picked = Object.fromEntries(names.map((name) => [name, current[name] ?? null]));
        setNewer({ than: shown, current: picked as Seen });
      }
      options.onRefused?.(refused);
    },
  });
  return {
    ...form,
    /** What is stored, where somebody has changed it since it was shown. */
    changed,
  };
}

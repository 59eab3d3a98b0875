import { useLayoutEffect, useRef, type ChangeEvent } from 'react';
import { useIsHydrated } from '../lib/page-time.ts';

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Whether a control holds something else than it came with. */
function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement)
    return [...control.options].some(({ selected, defaultSelected }) => defaultSelected && !selected);
  if (control instanceof HTMLInputElement && control.type === 'checkbox')
    return control.checked !== control.defaultChecked;
  // A file's `value` is its name, without a default.
  return control.value !== control.defaultValue;
}

/** What was typed into texts of several lines before hydration. */
const typedTexts = new WeakMap<EventTarget, string>();

/**
 * Remembers what is typed into texts of several lines from now on, and what was typed already. To be called before
 * hydration, in which React puts the text that such a control came with in its place.
 */
export function rememberTypedTexts(): void {
  const remember = (target: EventTarget | null) => {
    if (target instanceof HTMLTextAreaElement) typedTexts.set(target, target.value);
  };
  for (const control of document.querySelectorAll('textarea')) remember(control);
  document.addEventListener('input', ({ target }) => remember(target), { capture: true });
}

/**
 * Keeps what was typed, ticked or picked while the page had no script yet: the control's `onChange` gets it as if it came
 * now. Otherwise the next render would put the state's value in its place; so this is done before anything else is rendered.
 * @param id of the control
 * @param onChange undefined for a control of which nobody wants to know
 */
export function useTypedBeforeHydration<C extends Control>(
  id: string,
  onChange: ((event: ChangeEvent<C>) => void) | undefined,
): void {
  const wasHydrated = useIsHydrated();
  const adopt = useRef(() => {
    const control = wasHydrated ? null : (document.getElementById(id) as C | null);
    const typed = control === null ? undefined : typedTexts.get(control);
    if (control !== null && typed !== undefined) control.value = typed;
    if (control !== null && isChanged(control))
      onChange?.({ target: control, currentTarget: control } as ChangeEvent<C>);
  });
  useLayoutEffect(() => adopt.current(), []);
}

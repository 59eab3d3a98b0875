import { useLayoutEffect, useRef, type ChangeEvent } from 'react';
import { useIsHydrated } from '../lib/page/page-time.ts';

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Since it was rendered. */
function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement)
    return [...control.options].some(({ selected, defaultSelected }) => defaultSelected && !selected);
  if (control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type))
    return control.checked !== control.defaultChecked;
  // A file's `value` is its name, without a default.
  return control.value !== control.defaultValue;
}

/** `at` is the page, `place` form and name. */
type Typed = {
  at: string;
  place: string;
  value: string;
  checked: boolean;
  files: File[];
  caret: readonly [number, number];
};

const typedIn = new Map<Control, Typed>();

const isControl = (target: unknown): target is Control =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;

/** Among controls of its name and form: other elements may have come between them. */
function placeOf(control: Control): string {
  const { form, name, type } = control;
  const forms = [...document.forms].filter(
    (one) => one.getAttribute('action') === form?.getAttribute('action'),
  );
  const alike = [...(form ?? document).querySelectorAll<Control>('input, textarea, select')].filter(
    (one) => one.name === name && one.type === type,
  );
  const at = [form?.getAttribute('action'), form === null ? -1 : forms.indexOf(form), name, type];
  return JSON.stringify([...at, alike.indexOf(control)]);
}

let lastTyped: Control | null = null;

function remember(target: EventTarget | null): void {
  if (!isControl(target) || target.type === 'hidden') return;
  for (const control of typedIn.keys()) if (!control.isConnected) typedIn.delete(control);
  const isFile = target instanceof HTMLInputElement && target.type === 'file';
  const { selectionStart, selectionEnd } = target as HTMLTextAreaElement;
  typedIn.set(target, {
    at: location.pathname,
    place: placeOf(target),
    value: isFile ? '' : target.value,
    checked: target instanceof HTMLInputElement && target.checked,
    files: isFile ? [...(target.files ?? [])] : [],
    caret: [selectionStart, selectionEnd],
  });
}

/** Call it before hydration, in which React resets a text area to its first text. */
export function rememberTypedTexts(): void {
  for (const control of document.querySelectorAll<Control>('input, textarea, select'))
    if (control instanceof HTMLTextAreaElement || isChanged(control)) remember(control);
  for (const type of ['input', 'change'])
    document.addEventListener(
      type,
      ({ target }) => {
        remember(target);
        lastTyped = isControl(target) ? target : lastTyped;
      },
      { capture: true },
    );
  document.addEventListener('selectionchange', () => {
    const control = document.activeElement as Control | null;
    // React's reset moves the caret too, and has another value.
    if (control && typedIn.get(control)?.value === control.value) remember(control);
  });
}

/** As its user would: React ignores a plain assignment. */
function set(control: Control, key: 'value' | 'checked' | 'files', value: unknown): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), key)?.set?.call(control, value);
}

function putBack(control: Control, { value, checked, files }: Typed): void {
  const isInput = control instanceof HTMLInputElement;
  if (isInput && control.type === 'file') {
    if (files.length === 0) return;
    const transfer = new DataTransfer();
    for (const file of files) transfer.items.add(file);
    set(control, 'files', transfer.files);
  } else if (isInput && (control.type === 'checkbox' || control.type === 'radio')) {
    // React hears only the click.
    if (control.checked !== checked) control.click();
    return;
  } else if (control.value !== value) set(control, 'value', value);
  else return;
  control.dispatchEvent(new Event('input', { bubbles: true }));
  control.dispatchEvent(new Event('change', { bubbles: true }));
}

/**
 * For controls that React rendered again after a foreign element, as of a password manager, was in its way:
 * restored by form and name.
 */
export function restoreTyped(): void {
  const lost = [...typedIn].filter(([control]) => !control.isConnected);
  for (const [control] of lost) typedIn.delete(control);
  const here = lost.filter(([, { at }]) => at === location.pathname);
  if (here.length === 0) return;
  const controls = [...document.querySelectorAll<Control>('input, textarea, select')];
  const places = new Map(controls.map((control) => [placeOf(control), control]));
  for (const [before, typed] of here) {
    const control = places.get(typed.place);
    if (control === undefined) continue;
    putBack(control, typed);
    // The user goes on typing.
    if (before === lastTyped && document.activeElement === document.body) control.focus();
  }
}

/**
 * Passes what was typed before hydration to `onChange`, before anything else renders: the next render would
 * reset it to the state's value.
 * @param id of the control
 * @param onChange undefined for an ignored control
 */
export function useTypedBeforeHydration<C extends Control>(
  id: string,
  onChange: ((event: ChangeEvent<C>) => void) | undefined,
): void {
  const wasHydrated = useIsHydrated();
  const adopt = useRef(() => {
    const control = wasHydrated ? null : (document.getElementById(id) as C | null);
    const typed = control && typedIn.get(control);
    if (control instanceof HTMLTextAreaElement && typed && control.value !== typed.value) {
      control.value = typed.value;
      if (document.activeElement === control) control.setSelectionRange(...typed.caret);
    }
    if (control !== null && isChanged(control))
      onChange?.({ target: control, currentTarget: control } as ChangeEvent<C>);
  });
  useLayoutEffect(() => adopt.current(), []);
}

import {
  createContext,
  use,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { nameKey } from '#contract/fold-text';
import type { Mentionable } from '#contract/forum/mention-calls';
import { call } from '../../../lib/calls/client.ts';
import { Small } from '../../../ui/layout.tsx';
import styles from './composer.module.css';
import { insertMention, mentionAt, type TypedMention } from './mention-text.tsx';

/** The `s_id` for calls, whose batch may be mentioned; null offers nobody. */
export const MentionsOf = createContext<string | null>(null);

/** Debounce of the name lookup, in milliseconds. */
const pauseMs = 150;

const nobody: readonly Mentionable[] = [];

type Offer = {
  props: {
    'aria-controls'?: string;
    'aria-autocomplete'?: 'list';
    'aria-activedescendant'?: string;
    onSelect: () => void;
    onBlur: (event: FocusEvent) => void;
  };
  /** True if the list handled the key. */
  onKeyDown: (event: KeyboardEvent) => boolean;
  /** Inserts the selected person; false if nobody is offered. */
  take: () => boolean;
  list: ReactNode;
};

/**
 * Arrows choose, Enter and Tab insert, Escape closes. A text area may not be an ARIA combobox, so it has only
 * the attributes that it may have.
 */
export function useMentions(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  onChange: (text: string) => void,
): Offer {
  const s_id = use(MentionsOf);
  const id = useId();
  const [at, setAt] = useState<TypedMention | null>(null);
  const [found, setFound] = useState<{ typed: string; people: readonly Mentionable[] } | null>(null);
  const [chosen, setChosen] = useState(0);
  /** Where the list was closed: no suggestions there again. */
  const left = useRef<number | null>(null);
  const caret = useRef<number | null>(null);
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (caret.current === null) return;
    field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  const typed = at?.typed.trim() ?? '';
  // No match for this prefix means none for a longer one.
  const isInVain = found !== null && found.people.length === 0 && typed.startsWith(found.typed);
  const wanted = s_id === null || at === null || isInVain ? null : typed;
  useEffect(() => {
    if (wanted === null || s_id === null) return;
    const controller = new AbortController();
    const { signal } = controller;
    const find = async () => {
      try {
        const query = { name: wanted };
        const people = await call('findMentionable', { params: { s_id }, query, signal, isBackground: true });
        if (signal.aborted) return;
        setFound({ typed: wanted, people });
        setChosen(0);
      } catch {
        // Offline there are no suggestions.
      }
    };
    const timer = setTimeout(() => void find(), pauseMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [s_id, wanted]);

  const isFor = found !== null && at !== null && typed.startsWith(found.typed);
  const people = isFor ? found.people.filter(({ name }) => nameKey(name).startsWith(nameKey(typed))) : nobody;
  const isOpen = people.length > 0;
  const active = Math.min(chosen, people.length - 1);
  // Above a phone's keyboard.
  useEffect(() => {
    if (isOpen) list.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);

  const look = () => {
    const area = field.current;
    if (area === null || s_id === null) return;
    const next =
      area.selectionStart === area.selectionEnd ? mentionAt(area.value, area.selectionStart) : null;
    if (next === null || next.start !== left.current) left.current = null;
    const shown = next !== null && next.start === left.current ? null : next;
    if (shown?.start !== at?.start || shown?.typed !== at?.typed) setAt(shown);
    if (shown === null && found !== null) setFound(null);
  };
  const leave = () => {
    left.current = at?.start ?? null;
    setAt(null);
    setFound(null);
  };
  const insert = (name: string) => {
    if (at === null) return;
    const inserted = insertMention(text, at, name);
    caret.current = inserted.caret;
    leave();
    onChange(inserted.text);
    field.current?.focus();
  };
  const take = () => {
    const person = people[active];
    if (person === undefined) return false;
    insert(person.name);
    return true;
  };

  return {
    props: {
      ...(isOpen && {
        'aria-controls': `${id}-list`,
        'aria-autocomplete': 'list' as const,
        'aria-activedescendant': `${id}-${active}`,
      }),
      onSelect: look,
      onBlur: ({ relatedTarget }) => {
        // A screen reader may move into the list.
        if (!list.current?.contains(relatedTarget)) setAt(null);
      },
    },
    onKeyDown(event) {
      if (!isOpen || event.nativeEvent.isComposing) return false;
      const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
      if (shiftKey || ctrlKey || metaKey || altKey) return false;
      if (key === 'ArrowDown') setChosen((active + 1) % people.length);
      else if (key === 'ArrowUp') setChosen((active + people.length - 1) % people.length);
      else if (key === 'Escape') leave();
      else if (key === 'Enter' || key === 'Tab') take();
      else return false;
      event.preventDefault();
      return true;
    },
    take,
    list: (
      <>
        <p role="status" className="visually-hidden">
          {isOpen &&
            `${people.length === 1 ? '1 person' : `${people.length} people`} of the batch. Choose with the arrow keys and Enter.`}
        </p>
        {isOpen && (
          <div
            ref={list}
            id={`${id}-list`}
            role="listbox"
            aria-label="People of the batch"
            className={styles['people']}
          >
            {people.map(({ name, role }, place) => (
              <div
                // Two people may have the same name.
                // eslint-disable-next-line react/no-array-index-key
                key={`${name} ${place}`}
                id={`${id}-${place}`}
                role="option"
                aria-selected={place === active}
                tabIndex={-1}
                className={styles['person']}
                // Keeps the focus in the text area, and a phone's keyboard open.
                onPointerDown={(event) => event.preventDefault()}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => insert(name)}
                onKeyDown={({ key }) => {
                  if (key === 'Enter' || key === ' ') insert(name);
                }}
              >
                <span>{name}</span>
                {role !== 'student' && <Small as="span">Mentor</Small>}
              </div>
            ))}
          </div>
        )}
      </>
    ),
  };
}

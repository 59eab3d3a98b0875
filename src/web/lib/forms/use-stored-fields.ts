import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { beganOf, isSame } from '#contract/began';
import { settle, type Comparison } from '#contract/settle';
import { aboutDraft } from '../stored-names/changed.ts';
import { useIsHydrated } from '../page/page-time.ts';
import { readDraft, replaceDraft } from './drafts.ts';
import type { Fields } from './form-fields.ts';
import { useDraft } from './use-draft.ts';

/** A changed field: what was typed, and what it showed before. */
type Change = { value: string; began: string };
type Changes = Readonly<Record<string, Change>>;

export type DraftOf = {
  /** Its stored text is that of every version: the field's own, or JSON of all fields. */
  key: string;
  /** The one field whose text it is; other fields are not kept. */
  field?: string;
};

/** How the server compares the form. */
export type Compared = Comparison & {
  /** The body of fields; by default the fields. */
  read?: (fields: Fields) => object;
  /** The fields of a member that is compared as one, such as days or a date. */
  units?: Readonly<Record<string, readonly string[]>>;
};

function parse(text: string): Fields | null {
  try {
    return JSON.parse(text) as Fields;
  } catch {
    return null;
  }
}

const only = (changes: Changes, isWanted: (name: string, change: Change) => boolean): Changes =>
  Object.fromEntries(Object.entries(changes).filter(([name, change]) => isWanted(name, change)));

/** The fields that are one value with this one. */
const unitOf = (name: string, { units = {} }: Compared): readonly string[] =>
  Object.values(units).find((fields) => fields.includes(name)) ?? [name];

/** An unchanged field stays beside a changed one of its unit. */
const withoutEqual = (changes: Changes, compared: Compared): Changes =>
  only(changes, (name) =>
    unitOf(name, compared).some(
      (one) => changes[one] !== undefined && changes[one].value !== changes[one].began,
    ),
  );

const changedFrom = (values: Fields, began: Fields, compared: Compared): Changes =>
  withoutEqual(
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) =>
        name in began ? [[name, { value, began: began[name] ?? '' }] as const] : [],
      ),
    ),
    compared,
  );

/** From a draft's two texts; of a version before, it begins with what is stored now. */
function readChanges(
  text: string,
  about: string,
  { field }: DraftOf,
  stored: Fields,
  compared: Compared,
): Changes {
  const began = about === '' ? stored : (parse(about) ?? stored);
  const values = field === undefined ? (parse(text) ?? {}) : { [field]: text };
  return text === '' ? {} : changedFrom(values, began, compared);
}

/** The fields that somebody else has changed to something else, in the form's order. */
function conflictsOf(values: Fields, began: Fields, now: Fields, compared: Compared): string[] {
  const { read = (fields) => fields, units = {} } = compared;
  const body = read(values);
  const { conflicts } = settle(body, beganOf(body, read(began)), read(now) as Fields, compared);
  const fields = new Set(conflicts.flatMap((member) => units[member] ?? [member]));
  return Object.keys(now).filter((name) => fields.has(name));
}

const mapped = <To>(changes: Changes, to: (change: Change) => To) =>
  Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, to(change)]));

const noDraft: DraftOf = { key: '' };

/**
 * The fields of a form that changes something stored: those that its user has not changed show what is stored now,
 * each of the others remembers what it showed before.
 * @param compared how the server compares them: the screen knows a conflict as the server does
 * @param posted of a form that came back without a script
 */
export function useStoredFields(
  stored: Fields,
  {
    draft = noDraft,
    compared = {},
    posted,
  }: { draft?: DraftOf | undefined; compared?: Compared | undefined; posted?: Changes | undefined } = {},
) {
  const isKept = draft.key !== '';
  const aboutKey = aboutDraft(draft.key);
  const isHydrated = useIsHydrated();
  const [text, setText] = useDraft(draft.key);
  const [about, setAbout] = useDraft(isKept ? aboutKey : '');
  const [typed, setTyped] = useState<Changes>(posted ?? {});
  // Newer than the screen's data: what a refusal showed, or what was saved.
  const [newer, setNewer] = useState<{ than: Fields; fields: Fields } | null>(null);
  const now: Fields = newer !== null && isSame(newer.than, stored) ? { ...stored, ...newer.fields } : stored;
  if (newer !== null && !isSame(newer.than, stored)) setNewer(null);
  const isDrafted = (name: string) => draft.field === undefined || name === draft.field;
  const drafted = (of: Changes) => only(of, isDrafted);
  const others = (of: Changes) => only(of, (name) => !isDrafted(name));
  // An emptied text is no draft.
  const changes =
    isKept && text !== '' ? { ...others(typed), ...readChanges(text, about, draft, now, compared) } : typed;
  const written = useRef('');
  useEffect(() => {
    if (text !== '' || written.current === '') return;
    // Another tab has sent or discarded it.
    written.current = '';
    setTyped((was) => only(was, (name) => draft.field !== undefined && name !== draft.field));
  }, [text, draft.field]);
  // Several changes in one event build on each other.
  const latest = useRef(changes);
  useLayoutEffect(() => {
    latest.current = changes;
  });
  const sent = useRef<Changes>({});

  const write = (next: Changes) => {
    latest.current = next;
    setTyped(next);
    if (!isKept) return;
    const values: Fields = { ...now, ...mapped(next, ({ value }) => value) };
    const kept = draft.field === undefined ? JSON.stringify(values) : (values[draft.field] ?? '');
    const own = drafted(next);
    const isEmpty = Object.keys(own).length === 0;
    written.current = isEmpty ? '' : kept;
    // First, so that no tab takes the text for one of a version before.
    setAbout(isEmpty ? '' : JSON.stringify(mapped(own, ({ began }) => began)));
    setText(written.current);
  };

  // A draft of a version before, from now on compared with what is stored as it is opened.
  const isOld = isHydrated && isKept && text !== '' && about === '' && readDraft(aboutKey) === undefined;
  const beginning = JSON.stringify(mapped(drafted(changes), ({ began }) => began));
  useEffect(() => {
    if (isOld) replaceDraft(aboutKey, beginning);
  }, [isOld, aboutKey, beginning]);

  const values: Fields = { ...now, ...mapped(changes, ({ value }) => value) };
  const began: Fields = { ...now, ...mapped(changes, ({ began: shown }) => shown) };
  const conflicts = conflictsOf(values, began, now, compared);
  return {
    values,
    /** What each field began from, for the server to compare. */
    began,
    now,
    isChanged: Object.keys(changes).length > 0,
    /** Fields that somebody else has changed to something else. */
    conflicts,
    set(name: string, value: string): void {
      const unit = unitOf(name, compared).map((one) => {
        const shown = now[one] ?? '';
        return [one, latest.current[one] ?? { value: shown, began: shown }] as const;
      });
      const whole = { ...latest.current, ...Object.fromEntries(unit) };
      const { began: shown = '' } = whole[name] ?? {};
      write(withoutEqual({ ...whole, [name]: { value, began: shown } }, compared));
    },
    /** Discards changes. */
    reset: () => write({}),
    markSent: () => void (sent.current = latest.current),
    /** What was typed since it was sent stays. @returns whether there is any */
    settle(): boolean {
      const saved = mapped(sent.current, ({ value }) => value);
      const ofStored = Object.fromEntries(Object.entries(saved).filter(([name]) => name in stored));
      setNewer((was) => ({ than: stored, fields: { ...was?.fields, ...ofStored } }));
      const rest = Object.entries(latest.current).map(
        ([name, change]) => [name, name in saved ? { ...change, began: saved[name] ?? '' } : change] as const,
      );
      const left = withoutEqual(Object.fromEntries(rest), compared);
      write(left);
      return Object.keys(left).length > 0;
    },
    /** @param current what is stored, as a refusal shows it */
    learn: (current: Fields) => setNewer({ than: stored, fields: current }),
    keepTheirs(): void {
      write(only(changes, (name) => !conflicts.includes(name)));
    },
    keepMine(): void {
      const seen = conflicts.map(
        (name) => [name, { value: values[name] ?? '', began: now[name] ?? '' }] as const,
      );
      write({ ...changes, ...Object.fromEntries(seen) });
    },
  };
}

/** @param began as the form posted it; a page of a version before begins with what is stored now */
export const changesOfPosted = (
  values: Fields,
  began: string | undefined,
  stored: Fields,
  compared: Compared,
): Changes => changedFrom(values, (began === undefined ? null : parse(began)) ?? stored, compared);

import { useEffect, useId, useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { centreInRow } from './centre-in-row.ts';
import { Small } from './layout.tsx';
import styles from './tabs.module.css';

export type Tab = {
  value: string;
  label: string;
  /** For a disabled tab only. */
  disabledReason?: string | undefined;
  panel: ReactNode;
};

/** Roving tabindex with automatic activation. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const { currentTarget } = event;
  const tabs = [...(currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])];
  const index = tabs.indexOf(currentTarget);
  const target = {
    ArrowRight: index + 1,
    ArrowDown: index + 1,
    ArrowLeft: index - 1,
    ArrowUp: index - 1,
    Home: 0,
    End: tabs.length - 1,
  }[event.key];
  if (index === -1 || target === undefined) return;
  const next = tabs.at(target % tabs.length);
  event.preventDefault();
  event.stopPropagation();
  next?.focus();
  next?.click();
}

/** Also moves the row to the window's top if the page was scrolled past it. */
function useSelectedInView(value: string) {
  const root = useRef<HTMLDivElement>(null);
  const shown = useRef(value);
  useEffect(() => {
    centreInRow(root.current?.querySelector<HTMLElement>('[role="tablist"]'), '[aria-selected="true"]');
    const isChange = shown.current !== value;
    shown.current = value;
    const top = root.current?.getBoundingClientRect().top ?? 0;
    if (isChange && top < 0) scrollBy(0, top);
  }, [value]);
  return root;
}

/**
 * One row that scrolls sideways and stays in view. A disabled tab stays focusable, so that screen readers
 * give its reason.
 */
export function Tabs({
  label,
  tabs,
  value,
  onChange,
  addressOf,
  note,
}: {
  label: string;
  tabs: Tab[];
  value: string;
  onChange: (value: string) => void;
  /** Before the script, and in another window, a tab is a link. */
  addressOf: (value: string) => string;
  /** Below the panel, for disabled tabs. */
  note?: ReactNode;
}) {
  const root = useSelectedInView(value);
  const id = useId();
  const current = tabs.find((tab) => tab.value === value);
  function select(event: MouseEvent, tab: Tab): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (tab.disabledReason === undefined) onChange(tab.value);
  }
  return (
    <div ref={root} className={styles['root']}>
      <div role="tablist" aria-label={label} className={styles['list']}>
        {tabs.map((tab) => (
          <a
            key={tab.value}
            {...(tab.disabledReason === undefined && { href: addressOf(tab.value) })}
            role="tab"
            id={`${id}${tab.value}`}
            className={styles['tab']}
            data-active={tab === current || undefined}
            aria-selected={tab === current}
            aria-controls={tab === current ? `${id}panel` : undefined}
            aria-disabled={tab.disabledReason !== undefined || undefined}
            aria-describedby={
              tab.disabledReason !== undefined && note !== undefined ? `${id}note` : undefined
            }
            tabIndex={tab === current ? 0 : -1}
            onKeyDown={moveFocus}
            onClick={(event) => select(event, tab)}
          >
            <span>{`${tab.label} `}</span>
            {tab.disabledReason !== undefined && (
              <span className={styles['reason']}>{tab.disabledReason}</span>
            )}
          </a>
        ))}
      </div>
      {current !== undefined && (
        <div
          key={value}
          role="tabpanel"
          id={`${id}panel`}
          aria-labelledby={`${id}${value}`}
          className={styles['panel']}
        >
          {current.panel}
        </div>
      )}
      {note !== undefined && <Small id={`${id}note`}>{note}</Small>}
    </div>
  );
}

import { useEffect, useState, type RefObject } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import styles from './tab-menu.module.css';

/** What the list shows of a tab. */
type Tab = { value: string; label: string; disabledReason?: string | undefined };

/** Whether an element has been scrolled out of the viewport. */
function useIsOutOfView(element: RefObject<HTMLElement | null>): boolean {
  const [isOutOfView, setIsOutOfView] = useState(false);
  useEffect(() => {
    if (element.current === null) return;
    // On a busy device several entries arrive at once; the last one is current.
    const observer = new IntersectionObserver((entries) => setIsOutOfView(!entries.at(-1)?.isIntersecting));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isOutOfView;
}

/**
 * A fixed bar at the bottom of a phone, shown while the tab list is out of view: it opens the same tabs as a list in a
 * dialog. The tab list itself keeps the ARIA roles and the keyboard handling.
 */
export function TabMenu({
  row,
  label,
  tabs,
  value,
  onChange,
}: {
  row: RefObject<HTMLElement | null>;
  label: string;
  tabs: Tab[];
  value: string;
  onChange: (value: string) => void;
}) {
  const isOutOfView = useIsOutOfView(row);
  const [isOpen, setIsOpen] = useState(false);
  if (!isOutOfView && !isOpen) return null;
  const choose = (tab: Tab) => {
    if (tab.disabledReason !== undefined) return;
    setIsOpen(false);
    onChange(tab.value);
    // After the dialog has restored the focus to its opener.
    const chosen = row.current?.querySelectorAll<HTMLElement>('[role="tab"]')[tabs.indexOf(tab)];
    requestAnimationFrame(() => chosen?.focus());
  };
  return (
    <div className={styles['bar']} data-tab-menu>
      <Button variant="secondary" wide aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {`Sections: ${tabs.find((tab) => tab.value === value)?.label ?? ''}`}
      </Button>
      {isOpen && (
        <Dialog
          title={label}
          onClose={() => setIsOpen(false)}
          actions={
            <Button variant="quiet" onClick={() => setIsOpen(false)}>
              Close
            </Button>
          }
        >
          <ul className={styles['list']}>
            {tabs.map((tab) => (
              <li key={tab.value}>
                <button
                  type="button"
                  className={styles['item']}
                  aria-current={tab.value === value || undefined}
                  aria-disabled={tab.disabledReason !== undefined || undefined}
                  onClick={() => choose(tab)}
                >
                  <span>{`${tab.label} `}</span>
                  {tab.disabledReason !== undefined && <small>{tab.disabledReason}</small>}
                </button>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </div>
  );
}

import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Project } from '#contract/projects/calls';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/states.tsx';
import styles from './overview-document.module.css';
import { safeAddress } from './safe-address.ts';

/** Specification, section 9, in CSS pixels. */
const embeddedHeight = 400;

/** What the form below asks for in the address, and whether an address does. */
const full = { name: 'document', value: 'full' } as const;
export const asksForFullHeight = (search: URLSearchParams) => search.get(full.name) === full.value;

/**
 * Gives a frame the height of the whole document in it, so that the page scrolls and not the frame. Another host's document and
 * a PDF viewer cannot be measured: there the style sheet's height stays, about that of the window.
 */
function fitToDocument(frame: HTMLIFrameElement): void {
  frame.style.height = `${embeddedHeight}px`;
  const height = frame.contentDocument?.documentElement?.scrollHeight ?? 0;
  frame.style.height = height > embeddedHeight ? `${height}px` : '';
}

/**
 * The project's overview document in a full-width iframe of 400 px (specification, sections 2 and 9), to be read at full height
 * on demand, before its script runs by way of the address, or in its own tab.
 * @param isLazy loads it only once it is about to be seen
 */
export function OverviewDocument({ project, isLazy = false }: { project: Project; isLazy?: boolean }) {
  const [search] = useSearchParams();
  const [isFull, setFull] = useState(asksForFullHeight(search));
  const container = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const [element, around] = [frame.current, container.current];
    if (!isFull || element === null) return;
    const fit = () => fitToDocument(element);
    fit();
    element.addEventListener('load', fit);
    window.addEventListener('resize', fit);
    return () => {
      element.removeEventListener('load', fit);
      window.removeEventListener('resize', fit);
      element.style.height = '';
      // From far down a long document, back to where it stands.
      around?.scrollIntoView({ block: 'nearest' });
    };
  }, [isFull]);

  const address = safeAddress(project.project_url);
  if (address === null) {
    return (
      <EmptyState title="No overview document yet">
        <p>The academy has not added one for this project. Please ask your mentor.</p>
      </EmptyState>
    );
  }
  return (
    <div
      ref={container}
      id="overview-document"
      className={classNames(styles['document'], isFull && styles['full'])}
    >
      <div className={styles['bar']}>
        <form
          action="#overview-document"
          onSubmit={(event) => {
            event.preventDefault();
            setFull(!isFull);
          }}
        >
          <Button
            type="submit"
            variant="secondary"
            small
            {...(isFull ? {} : { name: full.name, value: full.value })}
          >
            {isFull ? 'Show less' : 'Show full document'}
          </Button>
        </form>
        <ButtonLink
          to={address}
          reloadDocument
          target="_blank"
          rel="noopener noreferrer"
          variant="quiet"
          small
        >
          Open in a new tab
        </ButtonLink>
      </div>
      <div className={styles['frame']}>
        {/* A sandbox would disable browsers' PDF viewers. Our own documents run no scripts by their own CSP, and the page's CSP
            allows frames from the listed hosts only. */}
        {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
        <iframe
          ref={frame}
          src={address}
          title={`Overview document of ${project.name}`}
          width="100%"
          height={embeddedHeight}
          loading={isLazy ? 'lazy' : undefined}
          className={styles['embedded']}
        />
      </div>
    </div>
  );
}

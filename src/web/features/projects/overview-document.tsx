import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Project } from '#contract/projects/calls';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Small } from '../../ui/layout.tsx';
import { EmptyState } from '../../ui/states.tsx';
import styles from './overview-document.module.css';
import { safeAddress } from '../../lib/safe-address.ts';

/** Specification, section 9, in CSS pixels. */
const embeddedHeight = 400;

/** The form's parameter for full height. */
const full = { name: 'document', value: 'full' } as const;
const asksForFullHeight = (search: URLSearchParams) => search.get(full.name) === full.value;

/**
 * Only the page scrolls. Other hosts' documents and PDF viewers cannot be measured: they keep the style
 * sheet's height.
 */
function fitToDocument(frame: HTMLIFrameElement): void {
  frame.style.height = `${embeddedHeight}px`;
  const height = frame.contentDocument?.documentElement?.scrollHeight ?? 0;
  frame.style.height = height > embeddedHeight ? `${height}px` : '';
}

/**
 * A full-width iframe of 400 px (specification, sections 2 and 9), also at full height or in its own tab.
 * Without the script the address asks for full height.
 * @param isLazy loads it shortly before it is in view
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
      // Back from far down a long document.
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
          method="get"
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

/** Loaded when it is opened; nothing where there is no document. */
export function DocumentFold({ project, note }: { project: Project; note: string }) {
  const [search] = useSearchParams();
  if (safeAddress(project.project_url) === null) return null;
  return (
    <Card as="section" className={styles['fold']}>
      <details open={asksForFullHeight(search)}>
        <summary data-plain className={styles['summary']}>
          <h2 className={styles['title']}>Overview document</h2>
          <Small as="span">{note}</Small>
        </summary>
        <OverviewDocument project={project} isLazy />
      </details>
    </Card>
  );
}

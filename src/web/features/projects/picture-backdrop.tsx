import type { CSSProperties, ReactNode } from 'react';
import type { Project } from '#contract/projects/calls';
import { classNames } from '../../ui/class-names.ts';
import styles from './picture-backdrop.module.css';
import { safeAddress } from '../../lib/safe-address.ts';

/** The page's background (specification, section 2), blurred: a page never has the picture's shape. */
export function PictureBackdrop({
  picture,
  isScreen = true,
  children,
}: {
  picture: string | undefined;
  /** Else it is as high as its contents. */
  isScreen?: boolean;
  children: ReactNode;
}) {
  const address = picture === undefined ? null : safeAddress(picture);
  // A parsed URL escapes quotes; this does so for relative ones.
  const style = address !== null && { '--picture': `url("${address.replaceAll('"', '%22')}")` };
  return (
    <div
      className={classNames(styles['page'], !isScreen && styles['part'])}
      {...(style && { style: style as CSSProperties })}
    >
      <div className={styles['backdrop']} aria-hidden="true">
        <div className={styles['light']} />
      </div>
      {children}
    </div>
  );
}

/** A `PictureBackdrop` fills the rest of the banner. */
export function PictureBanner({ project, className }: { project: Project; className?: string | undefined }) {
  const address = safeAddress(project.backgroundImage);
  if (address === null) return null;
  return (
    <div className={classNames(styles['banner'], className)}>
      <img
        src={address}
        alt={`Illustration for ${project.name}`}
        width={1200}
        height={675}
        fetchPriority="high"
        className={styles['picture']}
      />
    </div>
  );
}

export function PictureBannerSkeleton({ className }: { className?: string | undefined }) {
  return <div className={classNames(styles['banner'], className)} aria-hidden="true" />;
}

import { accentTokens, isColor, nearestAccent } from '#contract/catalogue/accent';
import type { LogoScheme } from '#contract/catalogue/face';
import styles from './catalogue.module.css';

const ownAccent = '#0d5a50';
const schemes = ['light', 'dark'] as const;

/** In both schemes, as typed. */
export function FacePreview({
  name,
  accent,
  heading,
  paragraph,
  logo,
}: {
  name: string;
  accent: string;
  heading: string;
  paragraph: string;
  logo: Record<LogoScheme, string | null>;
}) {
  const color = isColor(accent) && nearestAccent(accent) === null ? accent : ownAccent;
  const tokens = accentTokens(color);
  return (
    <div className={styles['previews']}>
      {schemes.map((scheme) => {
        const picture = (scheme === 'dark' ? logo.dark : null) ?? logo.light;
        return (
          <div
            key={scheme}
            className={styles['facePreview']}
            data-scheme={scheme}
            style={Object.fromEntries(
              Object.entries(tokens[scheme]).map(([token, value]) => [`--${token}`, value]),
            )}
          >
            <p className={styles['brand']}>
              {picture !== null && <img src={picture} alt="" height="28" />}
              <span>{`${name} Capstone`}</span>
            </p>
            <p className={styles['heading']}>{heading}</p>
            <p>{paragraph}</p>
            <span className={styles['button']}>Explore more</span>
          </div>
        );
      })}
    </div>
  );
}

import { pageTitle } from '#contract/screens';
import { Arch } from '../features/programme/arch.tsx';
import { Catalogue } from '../features/programme/catalogue.tsx';
import { Steps } from '../features/programme/steps.tsx';
import { initialData } from '../lib/initial-data.ts';
import { ButtonLink } from '../ui/button.tsx';
import styles from './home.module.css';

export const meta = () => [
  { title: pageTitle(`${initialData.academy.name} student portal`) },
  {
    name: 'description',
    content:
      'Choose one project, build it week by week with a mentor beside you, and defend it in your viva voce.',
  },
];

export default function Home() {
  return (
    <>
      <div className={styles['hero']}>
        <div className={styles['heroInner']}>
          <div className={styles['words']}>
            <h1>{`Build Your Career With ${initialData.academy.name}`}</h1>
            <p className={styles['promise']}>
              Courses teach you the parts. Here you put them together: one real project, four weeks of honest
              work, a mentor who reads every line you hand in, and a viva voce in which you explain what you
              made. You leave with something that stands, and that you can show.
            </p>
            <div className={styles['ways']}>
              <ButtonLink to="#programme" reloadDocument>
                Explore more
              </ButtonLink>
              <ButtonLink to="/signup" variant="secondary">
                Sign up with your batch
              </ButtonLink>
            </div>
          </div>
          <Arch />
        </div>
      </div>
      <section id="programme" tabIndex={-1} className={styles['section']} aria-labelledby="how">
        <h2 id="how">How the programme works</h2>
        <Steps />
      </section>
      <section id="projects" tabIndex={-1} className={styles['section']} aria-labelledby="what">
        <h2 id="what">What you can build</h2>
        <Catalogue />
      </section>
    </>
  );
}

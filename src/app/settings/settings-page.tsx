import { ArrowLeft } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { Field } from '../../ui/field';
import { IconButton } from '../../ui/icon-button';
import { Select } from '../../ui/inputs';
import { Switch } from '../../ui/switch';
import { navigate, START } from '../routes';
import { isTheme, setTheme, THEMES, themeStore } from '../theme';
import { useTitle } from '../use-title';
import { DataSection } from './data-section';
import { ModelsSection } from './models/models-section';
import { RunsSection } from './runs-section';
import { ServersSection } from './servers-section';
import styles from './settings-page.module.css';
import { useSettings } from './use-settings';

/** What a person sets in this browser. Every change holds at once, for the engine too. */
export function SettingsPage() {
  const t = useTranslations('settings');
  const { settings, change } = useSettings();
  const theme = useStore(themeStore, (state) => state.theme);
  useTitle(t('title'));
  return (
    <div className={styles.page}>
      <main className={styles.main}>
        <header className={styles.header}>
          <IconButton
            label={t('back')}
            onClick={() => (window.history.length > 1 ? window.history.back() : navigate(START))}
          >
            <ArrowLeft size={18} aria-hidden />
          </IconButton>
          <h1 className={styles.title}>{t('title')}</h1>
        </header>
        <section className={styles.section}>
          <h2 className={styles.heading}>{t('look.title')}</h2>
          <Field label={t('look.theme')}>
            {({ id }) => (
              <Select
                id={id}
                className={styles.short}
                value={theme}
                onChange={(event) => {
                  const next = event.target.value;
                  if (!isTheme(next)) return;
                  setTheme(next);
                  void change('theme', next);
                }}
                options={THEMES.map((value) => ({ value, label: t(`look.${value}`) }))}
              />
            )}
          </Field>
        </section>
        {settings !== null && (
          <>
            <ModelsSection model={settings.model} onChange={(model) => change('model', model)} />
            <RunsSection
              strategy={settings.strategy}
              onChange={(strategy) => void change('strategy', strategy)}
            />
            <section className={styles.section}>
              <h2 className={styles.heading}>{t('network.title')}</h2>
              <div className={styles.switch}>
                <Switch
                  id="allow-internal"
                  describedBy="allow-internal-help"
                  checked={settings.allowInternalAddresses}
                  onChange={(on) => void change('allowInternalAddresses', on)}
                />
                <div>
                  <label htmlFor="allow-internal" className={styles.label}>
                    {t('network.internal')}
                  </label>
                  <p id="allow-internal-help" className={styles.help}>
                    {t('network.internalText')}
                  </p>
                </div>
              </div>
            </section>
          </>
        )}
        <ServersSection />
        <DataSection />
      </main>
    </div>
  );
}

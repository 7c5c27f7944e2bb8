import { Upload } from 'lucide-react';
import { useCallback, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ContentRow } from '../../../engine/ports';
import type { Problem } from '../../../model/problem';
import { sameDocument } from '../../../store';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Field } from '../../../ui/field';
import { TextInput } from '../../../ui/inputs';
import { navigate, siteRoute } from '../../routes';
import { useServices } from '../../services';
import styles from './content.module.css';
import { COLLECTION_NAME, decodeCollection } from './documents';
import { seconds } from './use-collection-verbs';
import { useContent, useContentStep } from './use-content';

type Chosen = {
  readonly file: string;
  readonly name: string;
  readonly rows: readonly Omit<ContentRow, 'collection'>[];
  readonly problems: readonly Problem[];
};

/** More problems of a file than these are only counted. */
const MOST_PROBLEMS = 5;

/** Brings a file into a collection: `into`, else the one that the file names. */
export function ImportButton({ into }: { readonly into?: string }) {
  const t = useTranslations('content');
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  async function choose(file: File) {
    const read = decodeCollection(await file.text(), { now: seconds(), uuid: () => crypto.randomUUID() });
    const usual = into ?? (read.ok ? read.value.collection : undefined) ?? file.name.replace(/\.[^.]*$/, '');
    setChosen({
      file: file.name,
      name: usual,
      rows: read.ok ? read.value.rows : [],
      problems: read.ok ? [] : read.error,
    });
  }
  return (
    <>
      <Button icon={<Upload size={16} aria-hidden />} onClick={() => input.current?.click()}>
        {t('import')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label={t('file')}
        data-testid="import-content"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file can be chosen again.
          target.value = '';
          if (file !== undefined) void choose(file);
        }}
      />
      {chosen !== null && (
        <ImportDialog chosen={chosen} fixed={into !== undefined} onClose={() => setChosen(null)} />
      )}
    </>
  );
}

function ImportDialog({
  chosen,
  fixed,
  onClose,
}: {
  readonly chosen: Chosen;
  readonly fixed: boolean;
  readonly onClose: () => void;
}) {
  const t = useTranslations('content.importing');
  const words = useTranslations('content.document');
  const shape = useTranslations('content.name')('shape');
  const said = useTranslations('content.said');
  const { content } = useServices();
  const step = useContentStep();
  const form = useId();
  const [name, setName] = useState(chosen.name);
  const [replace, setReplace] = useState(false);
  const into = name.trim();
  const good = fixed || COLLECTION_NAME.test(into);
  const there = useContent(useCallback(() => content.documents(into), [content, into]));
  const refused = chosen.problems.length > 0;
  const stored = new Map((there?.rows ?? []).map((row) => [row.id, row]));
  const rows = chosen.rows.map((row): ContentRow => ({ ...row, collection: into }));
  const clashing = rows.filter(({ id }) => stored.has(id));
  const differing = clashing.filter((row) => !sameDocument(row, stored.get(row.id) ?? null));

  async function bring() {
    if (!good || there === null) return;
    const wanted = rows.filter((row) => !stored.has(row.id) || (replace && differing.includes(row)));
    const puts = wanted.map((next) => ({
      collection: into,
      id: next.id,
      expect: stored.get(next.id) ?? null,
      next,
    }));
    if (!(await step({ puts, keep: [into] }, said('imported', { count: puts.length })))) return;
    onClose();
    navigate(siteRoute('content', into));
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('title', { file: chosen.file })}
      closeLabel={words('close')}
      footer={
        <>
          <Button onClick={onClose}>{words('cancel')}</Button>
          {!refused && (
            <Button
              variant="primary"
              type="submit"
              form={form}
              disabled={there === null || rows.length === 0}
            >
              {t('import')}
            </Button>
          )}
        </>
      }
    >
      {refused ? (
        <div role="alert">
          <p>{t('refused', { file: chosen.file })}</p>
          <ul className={styles.problems}>
            {chosen.problems.slice(0, MOST_PROBLEMS).map(({ path, message }) => (
              <li key={`${path} ${message}`}>
                <code>{path}</code> {message}
              </li>
            ))}
          </ul>
          {chosen.problems.length > MOST_PROBLEMS && (
            <p>{t('moreProblems', { count: chosen.problems.length - MOST_PROBLEMS })}</p>
          )}
        </div>
      ) : (
        <form
          id={form}
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            void bring();
          }}
        >
          <p>{t('text', { count: rows.length })}</p>
          <Field label={t('into')} error={good ? undefined : shape}>
            {(ids) => (
              <TextInput
                {...ids}
                mono
                readOnly={fixed}
                spellCheck={false}
                value={name}
                onChange={({ target }) => setName(target.value)}
              />
            )}
          </Field>
          {clashing.length > 0 && (
            <fieldset className={styles.clash}>
              <legend>{t('clash', { count: clashing.length })}</legend>
              {differing.length === 0 ? (
                <p>{t('same')}</p>
              ) : (
                [false, true].map((value) => (
                  <label key={String(value)}>
                    <input
                      type="radio"
                      name={`${form}-clash`}
                      checked={replace === value}
                      onChange={() => setReplace(value)}
                    />{' '}
                    {t(value ? 'replace' : 'keep')}
                  </label>
                ))
              )}
            </fieldset>
          )}
        </form>
      )}
    </Dialog>
  );
}

import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { SHORTEST_MASKED } from '../../../engine/secrets/mask';
import { isSecretName } from '../../../model/secret-reference';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Field } from '../../../ui/field';
import { TextInput } from '../../../ui/inputs';
import { useFaultText } from '../../fault-text';
import { useServices } from '../../services';
import { say } from '../../toasts';
import shared from '../site.module.css';

/** Adds a secret, or replaces the value of one. The value goes from its field into the store and never comes back. */
export function SecretForm({
  name: given,
  fixed,
  taken,
  onSaved,
  onClose,
}: {
  readonly name: string;
  /** The name stays: another value for it. */
  readonly fixed: boolean;
  readonly taken: (name: string) => boolean;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}) {
  const t = useTranslations('secrets');
  const app = useTranslations('app');
  const services = useServices();
  const faultText = useFaultText();
  const [name, setName] = useState(given);
  const [tried, setTried] = useState<'no' | 'yes' | 'empty'>('no');
  // Never the value of a controlled field: that would be written into the page's markup.
  const value = useRef<HTMLInputElement>(null);
  const used = !fixed && taken(name);

  async function save() {
    const typed = value.current?.value ?? '';
    setTried(typed === '' ? 'empty' : 'yes');
    if (typed === '' || used || !isSecretName(name)) return;
    const stored = await services.secrets.set(name, typed);
    if (!stored.ok) {
      say(t('failed', { message: faultText(stored.error) }), { tone: 'danger' });
      return;
    }
    if (value.current !== null) value.current.value = '';
    say(t('saved', { name }));
    onSaved();
    onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={fixed ? t('replaceTitle', { name }) : t('addTitle')}
      closeLabel={app('close')}
      footer={
        <>
          <Button onClick={onClose}>{app('cancel')}</Button>
          <Button variant="primary" onClick={() => void save()}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form
        className={shared.form}
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {!fixed && (
          <Field
            label={t('name')}
            help={t('nameHelp')}
            error={
              used
                ? t('nameTaken')
                : (name !== '' || tried !== 'no') && !isSecretName(name)
                  ? t('nameInvalid')
                  : undefined
            }
          >
            {(ids) => (
              <TextInput
                {...ids}
                mono
                autoCapitalize="off"
                spellCheck={false}
                value={name}
                onChange={(event) => setName(event.target.value.trim())}
              />
            )}
          </Field>
        )}
        <Field
          label={t('value')}
          help={t('valueHelp', { shortest: SHORTEST_MASKED })}
          error={tried === 'empty' ? t('valueMissing') : undefined}
        >
          {(ids) => <TextInput {...ids} ref={value} type="password" autoComplete="new-password" />}
        </Field>
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}

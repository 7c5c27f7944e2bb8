import { Check, Minus, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useEditorState } from '../../canvas';
import { gateVerdicts, type ImportGate } from '../../formats/import-gates';
import { titleOf } from '../../model/document';
import styles from './publish.module.css';
import type { Reason } from './publish-state';

const ICONS = { passed: Check, refused: X, unreached: Minus } as const;
const TONES = { passed: styles.good, refused: styles.bad, unreached: styles.quiet } as const;

/** STORE-9: every gate of an import and how it stands. `refusedBy` is null where all of them let the workflow by. */
export function GateList({ refusedBy }: { readonly refusedBy: ImportGate | null }) {
  const t = useTranslations('publishing.gate');
  return (
    <ol className={styles.gates} aria-label={t('label')}>
      {gateVerdicts(refusedBy).map(({ gate, verdict }) => {
        const Icon = ICONS[verdict];
        return (
          <li key={gate} className={`${styles.line} ${TONES[verdict]}`}>
            <Icon size={15} aria-hidden />
            <span>
              {t(gate)} <span className={styles.small}>{t(verdict)}</span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

const MOST = 50;

/** The reasons of a refusal. One that concerns nodes leads to them. */
export function ReasonList({
  reasons,
  onShow,
}: {
  readonly reasons: readonly Reason[];
  readonly onShow: (reason: Reason) => void;
}) {
  const t = useTranslations('publishing.gate');
  return (
    <ul className={styles.reasons} aria-label={t('reasons')}>
      {reasons.slice(0, MOST).map((reason, i) => {
        const id = `${i} ${reason.code} ${reason.locator}`;
        return (
          <li key={id}>
            {reason.place.nodes.length + reason.place.edges.length > 0 ? (
              <button
                type="button"
                className={styles.reason}
                title={t('show')}
                onClick={() => onShow(reason)}
              >
                <Words reason={reason} />
              </button>
            ) : (
              <div className={styles.reason}>
                <Words reason={reason} />
              </div>
            )}
          </li>
        );
      })}
      {reasons.length > MOST && (
        <li className={styles.small}>{t('more', { count: reasons.length - MOST })}</li>
      )}
    </ul>
  );
}

function Words({ reason: { code, message, locator, place } }: { readonly reason: Reason }) {
  const t = useTranslations('publishing.gate');
  const nodes = useEditorState((state) => state.document.nodes);
  const names = nodes
    .filter(({ key }) => place.nodes.includes(key))
    .map((node) => `${titleOf(node)} (${node.id})`);
  return (
    <>
      <span className={styles.reasonText}>
        {message === '' ? code : message}
        <span className={styles.where}>{names.length > 0 ? names.join(', ') : t('whole')}</span>
      </span>
      <span className={styles.code} title={locator}>
        {code}
      </span>
    </>
  );
}

import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { titleOf, type WorkflowDocument } from '../../model/document';
import type { Finding } from '../../model/finding';
import { sourcePort, targetPort } from '../../model/handle';
import { Button } from '../../ui/button';
import { locatorOf } from '../../validation/locate';
import { useCanvasUi, useEditor, useEditorState } from '../editor/editor-context';
import { useFindingText } from './finding-text';
import styles from './panels.module.css';
import { quickFix } from './quick-fixes';

/** Every finding, errors first. A click selects and centres what it is about, and opens the field. */
export function ProblemsPanel() {
  const t = useTranslations('problems');
  const editor = useEditor();
  const findings = useEditorState((state) => state.findings);
  const document = useEditorState((state) => state.document);
  const catalog = useEditorState((state) => state.catalog);
  const readOnly = useEditorState((state) => state.readOnly);
  const { uuid } = useCanvasUi();
  const textOf = useFindingText();
  const sorted = useMemo(
    () =>
      rowsOf(findings, document).map((row) => ({
        ...row,
        fix: quickFix(row.finding, { document, catalog, uuid }),
      })),
    [findings, document, catalog, uuid],
  );
  if (sorted.length === 0) {
    return (
      <p className={styles.allgood} role="status">
        <CircleCheck size={18} aria-hidden /> {t('none')}
      </p>
    );
  }
  return (
    <ul className={styles.problems} aria-label={t('list')}>
      {sorted.map(({ finding, locator, id, fix }) => {
        return (
          <li key={id} className={styles.problemRow}>
            <button type="button" className={styles.problem} onClick={() => editor.revealFinding(finding)}>
              {finding.severity === 'error' ? (
                <CircleX size={16} className={`${styles.mark} ${styles.error}`} aria-label={t('error')} />
              ) : (
                <TriangleAlert
                  size={16}
                  className={`${styles.mark} ${styles.warning}`}
                  aria-label={t('warning')}
                />
              )}
              <span>
                {textOf(finding)}
                <span className={styles.where}>{whereOf(finding, document)}</span>
              </span>
              <span className={styles.code} title={locator}>
                {finding.code}
              </span>
            </button>
            {fix !== undefined && !readOnly && (
              <Button size="small" onClick={() => editor.dispatch(fix.command)}>
                {t(fix.label, { key: '', name: '', port: '', source: '', version: '', ...fix.params })}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Errors first, each with its locator and an identity that holds while the problem does. */
function rowsOf(findings: readonly Finding[], document: WorkflowDocument) {
  const seen = new Map<string, number>();
  const rows = findings.map((finding) => {
    const { target } = finding;
    const base = `${finding.code}:${'key' in target ? target.key : target.part}:${'part' in target ? target.part : ''}`;
    const n = (seen.get(base) ?? 0) + 1;
    seen.set(base, n);
    return { finding, locator: locatorOf(finding, document), id: `${base}:${n}` };
  });
  return [
    ...rows.filter((row) => row.finding.severity === 'error'),
    ...rows.filter((row) => row.finding.severity === 'warning'),
  ];
}

/** Where a finding is, as a person would say it: names of nodes rather than indexes. */
function whereOf(finding: Finding, document: WorkflowDocument): string {
  const { target } = finding;
  const nameOf = (id: string) => {
    const node = document.nodes.find((other) => other.id === id);
    return node === undefined ? id : titleOf(node);
  };
  if (target.kind === 'node') {
    const node = document.nodes.find((other) => other.key === target.key);
    return node === undefined ? '' : `${titleOf(node)} (${node.id})`;
  }
  if (target.kind === 'edge') {
    const edge = document.edges.find((other) => other.key === target.key);
    if (edge === undefined) return '';
    return `${nameOf(edge.source)} · ${sourcePort(edge) ?? '—'} → ${nameOf(edge.target)} · ${targetPort(edge) ?? '—'}`;
  }
  if (target.kind === 'entry') {
    const list = target.side === 'input' ? document.inputs : document.outputs;
    return list.find((entry) => entry.key === target.key)?.name ?? '';
  }
  return document.name;
}

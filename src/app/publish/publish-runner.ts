// Publishes what is on the screen, and shows each step in the session. Loaded when the dialog first opens.
import type { Editor } from '../../canvas';
import type { DoorRefusal } from '../../formats/door-calls';
import { gateOf, placeOf } from '../../formats/import-gates';
import { bundleToPublish, updateBody } from '../../formats/publish-bundle';
import { differenceOf, structureText } from '../../formats/workflow-diff';
import type { WorkflowDocument } from '../../model/document';
import type { JsonObject } from '../../model/json';
import { settledPatterns } from '../../model/linear-engine';
import type { LiveCopy, PublishServer } from '../../store';
import { validateFully } from '../../validation/validate';
import type { Services } from '../services';
import { isFault } from './check-server';
import {
  lookAt,
  remembered,
  type Sent,
  type ServerCopy,
  sendBundle,
  sendUpdate,
  takeDown,
} from './publish-flow';
import type { PublishSession } from './publish-state';
import { type ServerClient, serverClient } from './server-client';

export type PublishRunner = {
  /** Publishes under an id; where it is taken by what was published from here and not touched since, replaces that. */
  publish(server: PublishServer, id: string, options?: { readonly confirm?: boolean }): Promise<void>;
  /** Replaces what is there, if it still is what the person was shown. */
  replace(
    server: PublishServer,
    seen: ServerCopy | { readonly id: string; readonly changed: null },
  ): Promise<void>;
  /** Shows how the server's copy differs from what is on the screen. */
  compare(server: PublishServer, id: string): Promise<void>;
  takeDown(server: PublishServer, id: string): Promise<void>;
  /** Asks whether something whose answer was lost has arrived. */
  askAgain(server: PublishServer, id: string): Promise<void>;
  cancel(): void;
};

export function createPublishRunner({
  services,
  editor,
  session,
  now = Date.now,
  fetching,
}: {
  readonly services: Pick<Services, 'publishing' | 'expressions'>;
  readonly editor: Pick<Editor, 'store'>;
  readonly session: PublishSession;
  readonly now?: () => number;
  readonly fetching?: typeof fetch;
}): PublishRunner {
  let controller = new AbortController();
  const workflow = () => editor.store.getState().document;
  const ports = fetching === undefined ? {} : { fetching };

  /** A client with the server's token; undefined where that cannot be read, which is shown. */
  async function connect(server: PublishServer): Promise<ServerClient | undefined> {
    session.show({ step: 'busy', what: 'looking' }, server);
    const token = await services.publishing.token(server);
    if (token.ok) return serverClient(server.address, token.value, ports);
    session.show({ step: 'stuck', why: { kind: 'token' } }, server);
    return undefined;
  }

  /** From here on it can be cancelled, also before anything is sent. */
  function begin(): AbortSignal {
    controller = new AbortController();
    return controller.signal;
  }

  /** STORE-5: what the door would judge, R11 included. False as well where it was cancelled meanwhile. */
  async function isRight(server: PublishServer, signal: AbortSignal): Promise<boolean> {
    session.show({ step: 'busy', what: 'judging' }, server);
    const { document, catalog } = editor.store.getState();
    await settledPatterns();
    const findings = await validateFully(document, catalog, services.expressions);
    if (signal.aborted) {
      session.dismiss();
      return false;
    }
    const errors = findings.filter(({ severity }) => severity === 'error').length;
    if (errors > 0) session.show({ step: 'invalid', errors }, server);
    return errors === 0;
  }

  async function known(server: PublishServer, id: string): Promise<LiveCopy | undefined> {
    const copies = (await services.publishing.live(workflow().id)).get(workflow().id) ?? [];
    return copies.find((copy) => copy.server === server.id && copy.id === id);
  }

  async function keep(
    server: PublishServer,
    copy: Omit<LiveCopy, 'server'>,
    replaced: boolean,
  ): Promise<void> {
    const live = { ...copy, server: server.id };
    await services.publishing.remember(workflow().id, live);
    session.show({ step: 'live', copy: live, replaced }, server);
  }

  async function settle(
    server: PublishServer,
    client: ServerClient,
    sent: Sent,
    what: {
      readonly door: 'import' | 'update';
      readonly id: string;
      readonly document: WorkflowDocument;
      readonly body: JsonObject;
    },
  ): Promise<void> {
    if (sent.kind === 'live') {
      await keep(server, sent.copy, what.door === 'update');
      return;
    }
    if (sent.kind === 'lost') {
      if (sent.fault.kind === 'redirect') session.show({ step: 'stuck', why: sent.fault }, server);
      else session.show({ step: 'lost', fault: sent.fault, asked: false }, server);
      return;
    }
    const { mayConfirm, ...refusal } = sent;
    const gate = gateOf(refusal.code) ?? null;
    if (gate === 'taken') {
      await showTaken(server, client, what.id, false);
      return;
    }
    const { catalog } = editor.store.getState();
    const reasons = detailsOf(refusal).map((detail) => ({
      ...detail,
      place: placeOf(detail.locator, what.document, catalog, what.body),
    }));
    session.show({ step: 'refused', door: what.door, gate, refusal, reasons, mayConfirm }, server);
  }

  async function showTaken(
    server: PublishServer,
    client: ServerClient,
    id: string,
    ours: boolean,
  ): Promise<void> {
    const looked = await lookAt(client, id, controller.signal);
    if (looked.kind === 'there') {
      const difference = differenceOf(workflow(), looked.copy.document);
      session.show({ step: 'taken', id, copy: looked.copy, difference, ours }, server);
    } else session.show({ step: 'taken', id, copy: null, difference: null, ours }, server);
  }

  async function update(server: PublishServer, client: ServerClient, id: string): Promise<void> {
    const { document, catalog } = editor.store.getState();
    session.show({ step: 'busy', what: 'sending' }, server);
    const body = updateBody(document, catalog, id);
    const sent = await sendUpdate(client, document, { id, body }, now, controller.signal);
    await settle(server, client, sent, { door: 'update', id, document, body });
  }

  return {
    async publish(server, id, { confirm = false } = {}) {
      if (!(await isRight(server, begin()))) return;
      const client = await connect(server);
      if (client === undefined) return;
      const looked = await lookAt(client, id, controller.signal);
      if (isFault(looked) || looked.kind === 'refused') {
        if (looked.kind === 'cancelled') session.dismiss();
        else session.show({ step: 'stuck', why: looked }, server);
        return;
      }
      if (looked.kind === 'there') {
        const copy = await known(server, id);
        if (copy !== undefined && copy.changed === looked.copy.changed) await update(server, client, id);
        else {
          const difference = differenceOf(workflow(), looked.copy.document);
          session.show(
            { step: 'taken', id, copy: looked.copy, difference, ours: copy !== undefined },
            server,
          );
        }
        return;
      }
      const { document, catalog } = editor.store.getState();
      session.show({ step: 'busy', what: 'sending' }, server);
      const { bundle } = bundleToPublish(document, catalog, { id, publisher: server.publisher, confirm });
      const sent = await sendBundle(client, document, { bundle }, now, controller.signal);
      await settle(server, client, sent, { door: 'import', id, document, body: bundle });
    },

    async replace(server, seen) {
      if (!(await isRight(server, begin()))) return;
      const client = await connect(server);
      if (client === undefined) return;
      if (seen.changed !== null) {
        const looked = await lookAt(client, seen.id, controller.signal);
        if (looked.kind === 'there' && looked.copy.changed !== seen.changed) {
          const difference = differenceOf(workflow(), looked.copy.document);
          session.show({ step: 'taken', id: seen.id, copy: looked.copy, difference, ours: true }, server);
          return;
        }
        if (isFault(looked) || looked.kind === 'refused') {
          session.show({ step: 'stuck', why: looked }, server);
          return;
        }
      }
      await update(server, client, seen.id);
    },

    async compare(server, id) {
      begin();
      const client = await connect(server);
      if (client === undefined) return;
      const looked = await lookAt(client, id, controller.signal);
      if (looked.kind === 'there')
        session.show(
          { step: 'compared', copy: looked.copy, difference: differenceOf(workflow(), looked.copy.document) },
          server,
        );
      else if (looked.kind === 'absent') {
        await services.publishing.forget(workflow().id, server.id);
        session.show({ step: 'gone', taken: false }, server);
      } else if (looked.kind === 'hidden')
        session.show({ step: 'taken', id, copy: null, difference: null, ours: true }, server);
      else session.show({ step: 'stuck', why: looked }, server);
    },

    async takeDown(server, id) {
      begin();
      const client = await connect(server);
      if (client === undefined) return;
      session.show({ step: 'busy', what: 'removing' }, server);
      const answer = await takeDown(client, id, controller.signal);
      if (answer.kind !== 'gone') {
        session.show({ step: 'stuck', why: answer, removing: true }, server);
        return;
      }
      await services.publishing.forget(workflow().id, server.id);
      session.show({ step: 'gone', taken: true }, server);
    },

    async askAgain(server, id) {
      begin();
      const client = await connect(server);
      if (client === undefined) return;
      const looked = await lookAt(client, id, controller.signal);
      if (looked.kind === 'there') {
        const { document, changed, version } = looked.copy;
        // What arrived is what was sent; anything else was there before, or came from somebody else.
        if (structureText(document) === structureText(workflow()))
          await keep(server, await remembered(workflow(), { id, changed, version }, now()), false);
        else {
          const difference = differenceOf(workflow(), document);
          session.show({ step: 'taken', id, copy: looked.copy, difference, ours: false }, server);
        }
      } else if (looked.kind === 'absent')
        session.show({ step: 'lost', fault: { kind: 'unreachable' }, asked: true }, server);
      else if (looked.kind === 'hidden')
        session.show({ step: 'taken', id, copy: null, difference: null, ours: false }, server);
      else if (looked.kind === 'refused') session.show({ step: 'stuck', why: looked }, server);
      else session.show({ step: 'lost', fault: looked, asked: false }, server);
    },

    cancel: () => controller.abort(),
  };
}

/** A refusal without details is its own only reason. */
function detailsOf({ code, error, details }: DoorRefusal): DoorRefusal['details'] {
  return details.length > 0 ? details : [{ code, message: error, locator: '' }];
}

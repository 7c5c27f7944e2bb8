// META-3, META-9: what the editor's metadata doors have in common.
import type { JsonObject } from '../model/json';
import type { Permission } from '../model/permission';
import { fail, ok, type Result } from '../model/problem';

type MetadataDoor = {
  readonly path: string;
  readonly methods: readonly ['GET'];
  /** Judged before the handler runs. No handler checks anything again. */
  readonly permission: Permission;
  /** META-3: what a caller is told when a read fails, and all that it is told. */
  readonly failure: string;
};

/** META-9: the access contract of these doors. To widen a method or a permission is to change this. */
export const METADATA_DOORS = {
  categories: {
    path: '/api/flowdrop/categories',
    methods: ['GET'],
    permission: 'view workflows',
    failure: 'Failed to fetch categories',
  },
  workflowSchema: {
    path: '/api/flowdrop/workflows/{id}/schema',
    methods: ['GET'],
    permission: 'view workflows',
    failure: 'Failed to fetch workflow schema',
  },
} as const satisfies { readonly [door: string]: MetadataDoor };

export type FailedRead = { readonly status: 500; readonly body: JsonObject };

/**
 * META-3: runs the read behind a metadata door. When it fails, `report` gets what was thrown and the caller gets the fixed
 * message of that door. Never rejects, whatever `report` does.
 */
export async function guardedRead<T>(
  door: keyof typeof METADATA_DOORS,
  read: () => T | Promise<T>,
  report: (error: unknown) => void,
): Promise<Result<T, FailedRead>> {
  try {
    return ok(await read());
  } catch (error) {
    try {
      report(error);
    } catch {
      // A log that fails must not publish anything either.
    }
    const body = { success: false, error: METADATA_DOORS[door].failure, error_code: 'INTERNAL_ERROR' };
    return fail({ status: 500, body });
  }
}

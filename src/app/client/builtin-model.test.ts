import { describe, expect, test } from 'vitest';
import { createBuiltinModel, type LanguageModelApi } from './builtin-model';

type Made = Parameters<LanguageModelApi['create']>[0];

/** A browser's model that answers with what it was asked, and notes how it was made. */
function fakeModel(overrides: Partial<LanguageModelApi> = {}) {
  const made: Made[] = [];
  let open = 0;
  const api: LanguageModelApi = {
    availability: async () => 'available',
    async create(options) {
      made.push(options);
      open += 1;
      return {
        prompt: (input, asked) =>
          new Promise((resolve, reject) => {
            if (input === 'never')
              asked?.signal?.addEventListener('abort', () => reject(asked.signal?.reason));
            else resolve(`answer to ${input}`);
          }),
        destroy() {
          open -= 1;
        },
      };
    },
    ...overrides,
  };
  return { api, made, open: () => open };
}

describe('the model of the browser', () => {
  test.each(['unavailable', 'downloadable', 'downloading', 'available'])(
    'availability %s is told',
    async (told) => {
      expect(await createBuiltinModel(fakeModel({ availability: async () => told }).api).availability()).toBe(
        told,
      );
    },
  );

  test('a browser without one, with one of another kind, or with one that fails, has none', async () => {
    expect(await createBuiltinModel(undefined).availability()).toBe('unavailable');
    expect(
      await createBuiltinModel(fakeModel({ availability: async () => 'readily' }).api).availability(),
    ).toBe('unavailable');
    const failing = fakeModel({ availability: () => Promise.reject(new Error('no')) });
    expect(await createBuiltinModel(failing.api).availability()).toBe('unavailable');
    await expect(
      createBuiltinModel(undefined).builtinComplete({ id: '1', messages: [], temperature: 1 }),
    ).rejects.toThrow('no model');
  });

  test('the last message is the question; instructions come first and in one', async () => {
    const model = fakeModel();
    const answer = await createBuiltinModel(model.api).builtinComplete({
      id: '1',
      temperature: 0.5,
      messages: [
        { role: 'user', content: 'one' },
        { role: 'system', content: 'Be brief.' },
        { role: 'assistant', content: 'two' },
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: 'three' },
      ],
    });
    expect(answer).toEqual({ text: 'answer to three' });
    expect(model.made[0]?.initialPrompts).toEqual([
      { role: 'system', content: 'Be brief.\n\nBe kind.' },
      { role: 'user', content: 'one' },
      { role: 'assistant', content: 'two' },
    ]);
    expect(model.made[0]).not.toHaveProperty('temperature');
    expect(model.open()).toBe(0);
  });

  test('the temperature is given where the browser lets a page choose, within its bounds', async () => {
    const model = fakeModel({ params: async () => ({ defaultTopK: 3, maxTemperature: 2 }) });
    await createBuiltinModel(model.api).builtinComplete({ id: '1', messages: [], temperature: 9 });
    expect(model.made[0]).toMatchObject({ temperature: 2, topK: 3 });
    expect(model.made[0]).not.toHaveProperty('initialPrompts');
  });

  test('one question is taken back, the others go on', async () => {
    const fake = fakeModel();
    const model = createBuiltinModel(fake.api);
    const ask = (id: string) =>
      model.builtinComplete({ id, messages: [{ role: 'user', content: 'never' }], temperature: 1 });
    const [first, second] = [ask('1'), ask('2')];
    let ended = false;
    void second.catch(() => {
      ended = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 0));
    await model.builtinAbort('1');
    await model.builtinAbort('unknown');
    await expect(first).rejects.toMatchObject({ name: 'AbortError' });
    expect(ended).toBe(false);
    expect(fake.open()).toBe(1);
    await model.builtinAbort('2');
    await expect(second).rejects.toMatchObject({ name: 'AbortError' });
    expect(fake.open()).toBe(0);
  });

  test('the browser’s own error is passed on by its name', async () => {
    const full = fakeModel({
      create: () => Promise.reject(new DOMException('too much', 'QuotaExceededError')),
    });
    await expect(
      createBuiltinModel(full.api).builtinComplete({ id: '1', messages: [], temperature: 1 }),
    ).rejects.toMatchObject({ name: 'QuotaExceededError' });
  });
});

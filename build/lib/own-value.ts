/** What an object has under a name from outside: nothing under `constructor` or `__proto__`, which every object has. */
export function ownValue<T>(of: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(of, name) ? of[name] : undefined;
}

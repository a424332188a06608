/** A function of an object that is computed once for each object, and forgotten with it. */
export function memoize<Key extends object, Value extends object>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    const value = known.get(key) ?? compute(key);
    known.set(key, value);
    return value;
  };
}

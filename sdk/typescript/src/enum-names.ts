/** `fcm` is `PUSH_PROVIDER_FCM` on the wire. */
export function longName<Prefix extends string, Name extends string>(
  prefix: Prefix,
  name: Name,
): `${Prefix}_${Uppercase<Name>}` {
  return `${prefix}_${name.toUpperCase()}` as `${Prefix}_${Uppercase<Name>}`;
}

/** `PUSH_PROVIDER_FCM` is `fcm` in the app; undefined when it is not given. */
export function shortName(prefix: string, value = ""): string | undefined {
  const name = value.slice(prefix.length + 1).toLowerCase();
  return name === "unspecified" ? undefined : name;
}

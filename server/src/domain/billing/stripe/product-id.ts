type HasId = Readonly<{ id: string }>;

/** Stripe lets us choose the id, so that making the product twice makes it once. */
export function tierProductId(project: HasId, tier: HasId): string {
  return `${productPrefix(project)}${tier.id}`;
}

export function oneTimeProductId(project: HasId, product: HasId): string {
  return `${productPrefix(project)}once_${product.id}`;
}

/** With which the ids of all products begin that setup makes at Stripe for the project. */
export function productPrefix({ id }: HasId): string {
  return `svc_${id.replaceAll("-", "").slice(-12)}_`;
}

import { belowTwoOrOther } from "./forms.ts";
import type { LanguageWith } from "./language.ts";

/** Portuguese of Brazil. */
export const ptBR: LanguageWith<"one" | "other"> = {
  tag: "pt-BR",
  formOf: belowTwoOrOther,
  sentences: {
    general: "Algo deu errado. Entre em contato conosco se acontecer de novo.",
    "general.retry": "Algo deu errado. Tente novamente em instantes.",

    "wait.later": "Tente novamente em instantes.",
    "wait.seconds": {
      one: "Tente novamente em {count} segundo.",
      other: "Tente novamente em {count} segundos.",
    },
    "wait.minutes": {
      one: "Tente novamente em {count} minuto.",
      other: "Tente novamente em {count} minutos.",
    },
    "wait.hours": {
      one: "Tente novamente em {count} hora.",
      other: "Tente novamente em {count} horas.",
    },

    NETWORK: "Sem conexão. Verifique sua conexão com a internet e tente novamente.",
    TIMEOUT: "Está demorando demais. Verifique sua conexão com a internet e tente novamente.",
    STORAGE: "Seu dispositivo não conseguiu salvar ou ler seu login. Reinicie o app e tente novamente.",
    PASSKEY_FAILED:
      "Seu dispositivo não conseguiu usar uma chave de acesso. Tente novamente ou escolha outra forma de entrar.",

    INVALID_CREDENTIALS: "O e-mail ou a senha está incorreto. Tente novamente.",
    USER_DISABLED: "Esta conta está desativada. Entre em contato conosco.",
    EMAIL_NOT_VERIFIED: "Confirme seu e-mail primeiro: abra o link do e-mail que enviamos.",
    EMAIL_ALREADY_EXISTS: "Já existe uma conta com este e-mail. Faça login com ela.",
    "EMAIL_ALREADY_EXISTS.methods":
      "Você já tem uma conta com este e-mail. Faça login nela primeiro. Métodos disponíveis: {methods}.",
    "method.password": "senha",
    "method.passkey": "chave de acesso",
    EMAIL_TOKEN_INVALID: "Este link não funciona mais. Peça um novo e-mail e use o link mais recente.",
    SIGN_UP_CLOSED: "No momento, não é possível criar novas contas.",
    ANONYMOUS_SIGN_IN_DISABLED: "Não é possível continuar sem uma conta aqui. Faça login ou crie uma conta.",
    NOT_A_GUEST: "Você já tem uma conta. Não é preciso fazer mais nada.",
    SESSION_REVOKED: "Sua sessão foi encerrada. Faça login novamente.",
    "SESSION_REVOKED.deleted": "Esta conta foi excluída.",
    REAUTHENTICATION_REQUIRED: "Para proteger sua conta, confirme que é você e tente novamente.",
    LAST_SIGN_IN_METHOD: "Este é seu único método de login. Adicione outro antes de removê-lo.",

    WEAK_PASSWORD: "Esta senha é muito fraca. Escolha outra.",
    "WEAK_PASSWORD.min_length": {
      one: "Esta senha é muito curta. Use pelo menos {count} caractere.",
      other: "Esta senha é muito curta. Use pelo menos {count} caracteres.",
    },
    "WEAK_PASSWORD.max_length": {
      one: "Esta senha é muito longa. Use no máximo {count} caractere.",
      other: "Esta senha é muito longa. Use no máximo {count} caracteres.",
    },
    "WEAK_PASSWORD.common": "Muitas pessoas usam esta senha. Escolha uma mais difícil de adivinhar.",
    "WEAK_PASSWORD.personal":
      "Esta senha é muito fácil de adivinhar: é seu e-mail ou o nome do app. Escolha outra.",

    EMAIL_CODE_INVALID:
      "Este código está incorreto ou expirou. Confira o e-mail mais recente e tente novamente. {left}",
    "EMAIL_CODE_INVALID.none": "Este código não funciona mais. Peça um novo.",
    EMAIL_CODE_DISABLED: "O login com código por e-mail não está disponível. Escolha outra forma de entrar.",
    MFA_CODE_INVALID: "Este código está incorreto ou expirou. Tente novamente com um novo. {left}",
    "MFA_CODE_INVALID.none": "Muitos códigos incorretos. Faça login novamente.",
    "attempts.left": {
      one: "Você tem mais {count} tentativa.",
      other: "Você tem mais {count} tentativas.",
    },

    MFA_REQUIRED: "Digite o código do seu app autenticador para concluir o login.",
    MFA_ENROLLMENT_REQUIRED: "Configure um app autenticador para concluir o login.",
    MFA_CHALLENGE_INVALID: "Demorou demais. Comece novamente.",
    MFA_DISABLED: "A verificação em duas etapas não está disponível para esta conta.",

    PASSKEY_INVALID: "Esta chave de acesso não foi aceita. Tente novamente ou escolha outra forma de entrar.",
    PASSKEY_DISABLED: "As chaves de acesso não estão disponíveis aqui. Escolha outra forma de entrar.",
    PASSKEY_ALREADY_EXISTS: "Esta chave de acesso já está cadastrada. Você pode entrar com ela.",
    TOO_MANY_PASSKEYS: "Você atingiu o número máximo de chaves de acesso. Remova uma para adicionar outra.",

    OAUTH_ACCOUNT_EXISTS: "Esta conta já está vinculada a outra pessoa. Faça login com ela.",
    OAUTH_TOKEN_INVALID: "Não foi possível concluir o login. Comece novamente.",
    OAUTH_PROVIDER_DISABLED: "Este método de login não está disponível. Escolha outro.",
    PROVIDER_UNAVAILABLE: "O serviço de login não está respondendo. Tente novamente em instantes.",
    "ALREADY_EXISTS.identity":
      "Sua conta já está vinculada a outra conta {provider}. Desvincule essa conta primeiro.",

    BILLING_DISABLED: "As compras não estão disponíveis no momento.",
    STORE_UNAVAILABLE: "A loja não está respondendo no momento. {wait}",
    PURCHASE_INVALID: "A loja não confirmou esta compra. Entre em contato conosco se houve cobrança.",
    PURCHASE_OWNED_BY_OTHER_USER:
      "Esta compra pertence a outra conta. Faça login com a conta usada na compra.",
    PRODUCT_RETIRED: "Este produto não está mais disponível.",
    ALREADY_SUBSCRIBED: "Você já tem uma assinatura. É possível alterá-la nas configurações da assinatura.",
    ALREADY_PURCHASED: "Você já comprou este item.",
    SUBSCRIBED_IN_OTHER_STORE: "Você já tem uma assinatura em outra loja.",
    "SUBSCRIBED_IN_OTHER_STORE.store": "Você já tem uma assinatura em outra loja ({store}).",

    INVALID_REQUEST: "Confira os dados informados e tente novamente.",
    "INVALID_REQUEST.email": "Digite um e-mail válido.",
    NOT_FOUND: "Isto não existe mais.",
    RATE_LIMITED: "Muitas tentativas. {wait}",
    OVERLOADED: "Estamos com muitos acessos no momento. {wait}",
    UNIMPLEMENTED: "Isto ainda não está disponível. Tente novamente mais tarde.",
  },
};

import type { EmailWords } from "../words.ts";

/** The sentences of every email, in Brazilian Portuguese. */
export const emails: EmailWords = {
  "email.verify_email.subject": "Confirme seu e-mail para {product}",
  "email.verify_email.preview": "Basta um toque para confirmar seu endereço.",
  "email.verify_email.heading": "Confirme seu e-mail",
  "email.verify_email.body":
    "Este endereço foi usado para criar uma conta {product}. Confirme que ele é seu.",
  "email.verify_email.button": "Confirmar e-mail",
  "email.verify_email.not_you":
    "Se você não criou uma conta, ignore este e-mail ou abra o link e escolha “Não fui eu”.",

  "email.reset_password.subject": "Defina uma nova senha para {product}",
  "email.reset_password.preview": "Use o link deste e-mail para escolher uma nova senha.",
  "email.reset_password.heading": "Defina uma nova senha",
  "email.reset_password.body":
    "Recebemos uma solicitação para redefinir a senha da sua conta {product}. Use o link abaixo para escolher uma nova.",
  "email.reset_password.button": "Escolher nova senha",
  "email.reset_password.not_you":
    "Se você não fez essa solicitação, ignore este e-mail: sua senha continua a mesma.",

  "email.invite_user.subject": "Você recebeu um convite para {product}",
  "email.invite_user.preview": "Escolha uma senha para ativar sua conta.",
  "email.invite_user.heading": "Boas-vindas a {product}",
  "email.invite_user.body":
    "Você recebeu um convite para {product}. Escolha uma senha para ativar sua conta.",
  "email.invite_user.button": "Escolher senha",
  "email.invite_user.not_you": "Se você não esperava este convite, ignore este e-mail.",

  "email.delete_account.subject": "Excluir sua conta {product}",
  "email.delete_account.preview": "Nada será excluído até você confirmar.",
  "email.delete_account.heading": "Excluir sua conta",
  "email.delete_account.body":
    "Recebemos uma solicitação para excluir permanentemente sua conta {product} e todo o conteúdo dela.\nNada foi excluído ainda. Use o link abaixo para confirmar. Essa ação não pode ser desfeita.",
  "email.delete_account.button": "Excluir minha conta",
  "email.delete_account.not_you":
    "Se você não fez essa solicitação, ignore este e-mail: sua conta continua como está.",

  "email.change_email.subject": "Confirme seu novo e-mail para {product}",
  "email.change_email.preview": "Seu endereço só muda depois da sua confirmação.",
  "email.change_email.heading": "Confirme seu novo e-mail",
  "email.change_email.body":
    "Você pediu para usar este endereço na sua conta {product}. Confirme que ele é seu.",
  "email.change_email.button": "Confirmar novo endereço",
  "email.change_email.not_you": "Se você não fez essa solicitação, ignore este e-mail: nada vai mudar.",

  "email.email_code.subject": "Seu código de login para {product}",
  "email.email_code.preview": "Abra este e-mail e digite o código em {product}.",
  "email.email_code.heading": "Seu código de login",
  "email.email_code.body": "Digite este código em {product} no dispositivo em que você o solicitou.",
  "email.email_code.button": "Abrir {product}",
  "email.email_code.validity":
    "O código vale por {lifetime}, uma única vez e somente no dispositivo que o solicitou.",
  "email.email_code.not_you":
    "Se você não o solicitou, ignore este e-mail. Nunca informe o código a ninguém: nós não vamos pedi-lo.",

  "email.factor_code.subject": "Seu código para configurar a verificação em duas etapas de {product}",
  "email.factor_code.preview": "Abra este e-mail e digite o código em {product}.",
  "email.factor_code.heading": "Configure a verificação em duas etapas",
  "email.factor_code.body": "Digite este código em {product} para conectar um app autenticador à sua conta.",
  "email.factor_code.validity":
    "O código vale por {lifetime}, uma única vez e somente no dispositivo que o solicitou.",
  "email.factor_code.not_you":
    "Se você não o solicitou, alguém pode saber sua senha: escolha uma nova. Nunca informe o código a ninguém.",

  "email.account_exists.subject": "Você já tem uma conta {product}",
  "email.account_exists.preview": "Alguém tentou se cadastrar com seu endereço.",
  "email.account_exists.heading": "Você já tem uma conta",
  "email.account_exists.body":
    "Alguém tentou criar uma conta {product} com seu endereço. Como você já tem uma, nenhuma nova conta foi criada.\nSe foi você, faça login como de costume. Se não lembra sua senha, escolha “Esqueci a senha” ao fazer login.",
  "email.account_exists.not_you": "Se não foi você, não é preciso fazer nada: ninguém entrou na sua conta.",

  "email.email_changed.subject": "O e-mail da sua conta {product} foi alterado",
  "email.email_changed.preview": "Este endereço não pertence mais à sua conta.",
  "email.email_changed.heading": "Seu e-mail foi alterado",
  "email.email_changed.body":
    "O e-mail da sua conta {product} foi trocado por outro. Você não pode mais entrar com este endereço.",
  "email.email_changed.undo":
    "Se não foi você, desfaça a alteração: seu endereço será restaurado, todos os dispositivos serão desconectados e você escolherá uma nova senha.",
  "email.email_changed.button": "Desfazer esta alteração",
  "email.email_changed.by_you": "Se foi você que alterou o endereço, não é preciso fazer nada.",
  "email.email_changed.not_you": "Se não foi você, outra pessoa pode estar usando sua conta.",

  "email.password_changed.subject": "A senha da sua conta {product} foi alterada",
  "email.password_changed.preview": "Se foi você, não é preciso fazer nada.",
  "email.password_changed.heading": "Sua senha foi alterada",
  "email.password_changed.body":
    "A senha da sua conta {product} foi alterada. Seus outros dispositivos foram desconectados.",
  "email.password_changed.not_you":
    "Se não foi você, escolha “Esqueci a senha” ao fazer login em {product} para definir uma nova senha.",

  "email.method_linked.subject": "Um método de login foi adicionado à sua conta {product}",
  "email.method_linked.preview": "Se foi você, não é preciso fazer nada.",
  "email.method_linked.heading": "Um método de login foi adicionado",
  "email.method_linked.provider": "Agora você pode entrar na sua conta {product} com {provider}.",
  "email.method_linked.password": "Agora você pode entrar na sua conta {product} com e-mail e senha.",
  "email.method_linked.passkey": "Agora você pode entrar na sua conta {product} com uma chave de acesso.",
  "email.method_linked.other": "Agora você pode entrar na sua conta {product} com outro provedor.",
  "email.method_linked.not_you":
    "Se não foi você, escolha “Esqueci a senha” ao fazer login em {product}: uma nova senha remove os métodos de login adicionados por outras pessoas.",

  "email.method_removed.subject": "Um método de login foi removido da sua conta {product}",
  "email.method_removed.preview": "Se foi você, não é preciso fazer nada.",
  "email.method_removed.heading": "Um método de login foi removido",
  "email.method_removed.provider": "Você não pode mais entrar na sua conta {product} com {provider}.",
  "email.method_removed.password": "Você não pode mais entrar na sua conta {product} com e-mail e senha.",
  "email.method_removed.passkey":
    "Uma chave de acesso foi removida da sua conta {product} e não pode mais ser usada para entrar.",
  "email.method_removed.other": "Você não pode mais entrar na sua conta {product} com outro provedor.",
  "email.method_removed.not_you":
    "Se não foi você, escolha “Esqueci a senha” ao fazer login em {product} para definir uma nova senha.",

  "email.factor_changed.subject": "A verificação em duas etapas da sua conta {product} foi alterada",
  "email.factor_changed.preview": "Se foi você, não é preciso fazer nada.",
  "email.factor_changed.heading": "A verificação em duas etapas foi alterada",
  "email.factor_changed.enrolled":
    "Um app autenticador foi conectado à sua conta {product}. Agora, para entrar, também é preciso um código desse app. Seus outros dispositivos foram desconectados.",
  "email.factor_changed.removed":
    "O app autenticador foi removido da sua conta {product}. Seus outros dispositivos foram desconectados.",
  "email.factor_changed.codes_removed":
    "Os códigos de recuperação da sua conta {product} foram removidos. Seus outros dispositivos foram desconectados.",
  "email.factor_changed.codes_replaced":
    "Novos códigos de recuperação foram gerados para sua conta {product}. Os antigos não funcionam mais. Seus outros dispositivos foram desconectados.",
  "email.factor_changed.reset":
    "O suporte removeu os segundos fatores da sua conta {product}. Todos os dispositivos foram desconectados.",
  "email.factor_changed.not_you": "Se não foi você, outra pessoa pode estar usando sua conta.",

  "email.new_device.subject": "Novo login na sua conta {product}",
  "email.new_device.preview": "Sua conta foi usada em um novo dispositivo.",
  "email.new_device.heading": "Novo login na sua conta",
  "email.new_device.body":
    "Alguém entrou na sua conta {product} em um dispositivo que ainda não tinha sido usado.",
  "email.new_device.not_you":
    "Se não foi você, escolha “Esqueci a senha” ao fazer login em {product} para definir uma nova senha: isso desconecta todos os dispositivos.",

  "email.deletion_scheduled.subject": "Sua conta {product} será excluída",
  "email.deletion_scheduled.preview": "Faça login para manter a conta.",
  "email.deletion_scheduled.heading": "Sua conta será excluída",
  "email.deletion_scheduled.body":
    "Sua conta {product} e todo o conteúdo dela serão excluídos em {time}. Até lá, todos os dispositivos ficam desconectados.\nQuer manter a conta? Faça login antes dessa data e tudo continuará como está. Uma assinatura comprada em uma loja de apps continua até você cancelá-la por lá.",
  "email.deletion_scheduled.not_you":
    "Se você não fez essa solicitação, faça login em {product} para manter sua conta e altere sua senha. Se não conseguir entrar, outra pessoa pode estar usando sua conta.",

  "email.invite_admin.subject": "Você recebeu um convite para administrar {host}",
  "email.invite_admin.preview": "Escolha uma senha para aceitar o convite.",
  "email.invite_admin.heading": "Você recebeu um convite para administrar {host}",
  "email.invite_admin.body":
    "Você recebeu de {inviter} um convite para administrar o servidor {product} em {host}.\nUse o link abaixo para escolher uma senha e depois faça login com ela e com este endereço.",
  "email.invite_admin.button": "Aceitar o convite",
  "email.invite_admin.not_you": "Se você não esperava este convite, ignore este e-mail: nada vai acontecer.",

  "email.admin_factors_changed.subject": "Sua verificação em duas etapas em {host} foi alterada",
  "email.admin_factors_changed.preview": "Se foi você, não é preciso fazer nada.",
  "email.admin_factors_changed.heading": "Sua verificação em duas etapas foi alterada",
  "email.admin_factors_changed.added":
    "Um app autenticador foi adicionado à sua conta de administração no servidor {product} em {host}. Suas outras sessões foram encerradas.",
  "email.admin_factors_changed.removed":
    "O app autenticador e os códigos de recuperação foram removidos da sua conta de administração no servidor {product} em {host}. Suas outras sessões foram encerradas.",
  "email.admin_factors_changed.replaced":
    "O app autenticador da sua conta de administração no servidor {product} em {host} foi substituído por outro, com novos códigos de recuperação. Suas outras sessões foram encerradas.",
  "email.admin_factors_changed.codes_replaced":
    "Os códigos de recuperação da sua conta de administração no servidor {product} em {host} foram substituídos por novos. Suas outras sessões foram encerradas.",
  "email.admin_factors_changed.button": "Abrir o console",
  "email.admin_factors_changed.not_you":
    "Se não foi você, outra pessoa pode estar usando sua conta. Peça a quem administra o servidor que redefina seus fatores e uma nova senha para você (svc admin create).",

  "email.link_validity": "Este link só pode ser usado uma vez e expira em {lifetime}.",
  "email.open_link": "Se o botão não funcionar, abra este link:",
  "email.asked_with": "Solicitado em {time} com {device}.",
  "email.asked": "Solicitado em {time}.",
  "email.contact_then": "Depois, entre em contato com {support_email}.",
  "email.contact_then_team": "Depois, entre em contato com a equipe de {product}.",
  "email.contact_now": "Entre em contato com {support_email} imediatamente.",
  "email.contact_now_team": "Entre em contato com a equipe de {product} imediatamente.",
  "email.footer_help": "Ajuda",
  "email.footer_privacy": "Privacidade",
  "email.footer_terms": "Termos",

  "device.browser": "{browser} no {system}",
  "device.app_android": "um app no Android",
  "device.app_apple": "um app em um dispositivo Apple",
  "device.app": "um app",
};
